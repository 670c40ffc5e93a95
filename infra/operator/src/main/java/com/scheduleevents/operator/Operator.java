package com.scheduleevents.operator;

import com.scheduleevents.operator.accounts.AccountCommands;
import com.scheduleevents.operator.accounts.AddressCommands;
import com.scheduleevents.operator.accounts.AuditCommands;
import com.scheduleevents.operator.accounts.ClinicCommands;
import com.scheduleevents.operator.accounts.ConsoleCommand;
import com.scheduleevents.operator.accounts.KeyCommands;
import com.scheduleevents.operator.deadletters.DeadLetterCommands;
import com.scheduleevents.operator.fanout.FanOutCommand;
import com.scheduleevents.operator.mail.MailSenderCommand;
import com.scheduleevents.operator.usage.UsageCommands;
import com.scheduleevents.operator.webhooks.SupportCommands;
import java.lang.reflect.AnnotatedElement;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.ScopeType;
import picocli.CommandLine.Spec;

/** The operator's command line. */
@Command(
        name = "operator",
        description = {
            "Operates a deployment of Schedule Events and Webhooks: directly on its tables and queues, with your own AWS"
                    + " credentials, not through the public API."
        },
        footer = {
            "",
            "Help on a command: operator help COMMAND",
            "Exit status: 0 success, 1 refused or failed, 2 invalid arguments."
        },
        synopsisSubcommandLabel = "COMMAND",
        versionProvider = Operator.Version.class)
public final class Operator {

    /** In characters. */
    private static final int HELP_WIDTH = 110;

    private static final List<Class<?>> COMMANDS = List.of(
            AccountCommands.class,
            ClinicCommands.class,
            KeyCommands.class,
            ConsoleCommand.class,
            SupportCommands.class,
            AddressCommands.class,
            AuditCommands.class,
            DeadLetterCommands.class,
            FanOutCommand.class,
            UsageCommands.class,
            MailSenderCommand.class);

    @Spec
    private CommandSpec command = CommandSpec.create();

    private Operator() {}

    /** Runs one command and exits with its status. */
    public static void main(String[] arguments) {
        System.exit(commandLine(arguments).execute(arguments));
    }

    /**
     * A command line that can be executed once; it writes to the standard streams unless others are set. Where the first argument
     * names a command, it has that one alone, and where the second names one of its own, that alone, because each takes a while to
     * build.
     */
    public static CommandLine commandLine(String... arguments) {
        CommandLine commandLine = new HelpfulCommandLine(new Operator());
        List<String> words = HelpfulCommandLine.asked(arguments);
        addCommands(commandLine, words);
        commandLine
                .getCommandSpec()
                .addOption(standard("-h", "--help", "Show this help.")
                        .usageHelp(true)
                        .build())
                .addOption(standard("-V", "--version", "Show the version.")
                        .versionHelp(true)
                        .build());
        ArgumentReaders.register(commandLine);
        return commandLine
                .setExecutionStrategy(parsed -> {
                    ArgumentEncoding.requireReadable(commandLine, words);
                    return new CommandLine.RunLast().execute(parsed);
                })
                .setUsageHelpWidth(HELP_WIDTH)
                .setExecutionExceptionHandler(new ErrorMessages())
                .setParameterExceptionHandler(new ErrorMessages());
    }

    /** No arguments ask for help, and so do {@code help COMMAND} and a command that needs another word and has none. */
    private static final class HelpfulCommandLine extends CommandLine {

        private static final String HELP = "--help";

        HelpfulCommandLine(Object command) {
            super(command);
        }

        @Override
        public ParseResult parseArgs(String... arguments) {
            return super.parseArgs(asked(arguments).toArray(String[]::new));
        }

        static List<String> asked(String... arguments) {
            List<String> words = new ArrayList<>(List.of(arguments));
            boolean named = !words.isEmpty() && words.getFirst().equals("help");
            if (named) {
                words.removeFirst();
            }
            boolean isGroup = words.size() == 1
                    && COMMANDS.stream()
                            .filter(type ->
                                    type.getAnnotation(Command.class).name().equals(words.getFirst()))
                            .anyMatch(type ->
                                    !CommandLine.getCommandMethods(type, null).isEmpty());
            if (named || words.isEmpty() || isGroup) {
                words.add(HELP);
            }
            return words;
        }
    }

    /** Where no command is named, of each only what the help says of it; the script for completion needs all of them whole. */
    private static void addCommands(CommandLine commandLine, List<String> words) {
        Optional<String> first = words.stream().findFirst();
        boolean whole = first.equals(Optional.of("completion"))
                || COMMANDS.stream()
                        .anyMatch(type -> first.equals(
                                Optional.of(type.getAnnotation(Command.class).name())));
        if (whole) {
            named(first, COMMANDS)
                    .forEach(command -> commandLine.addSubcommand(
                            group(command, words.stream().skip(1).findFirst())));
        } else {
            COMMANDS.stream()
                    .map(type -> type.getAnnotation(Command.class))
                    .forEach(command -> commandLine.addSubcommand(CommandSpec.create()
                            .name(command.name())
                            .usageMessage(new UsageMessageSpec().description(command.description()))));
        }
    }

    /** A command with its own commands, which are methods that picocli does not add by itself. */
    private static CommandLine group(Class<?> command, Optional<String> word) {
        CommandLine group = new CommandLine(command);
        named(word, CommandLine.getCommandMethods(command, null))
                .forEach(method -> group.addSubcommand(new CommandLine(method)));
        return group;
    }

    /** The command that has a name; all of them where none has it. */
    private static <T extends AnnotatedElement> List<T> named(Optional<String> name, List<T> commands) {
        List<T> found = commands.stream()
                .filter(command -> name.equals(
                        Optional.of(command.getAnnotation(Command.class).name())))
                .toList();
        return found.isEmpty() ? commands : found;
    }

    @Command(
            name = "completion",
            description = {
                "Prints a script that completes commands and options in bash and zsh.",
                "Load it with: source <(operator completion)"
            })
    void completion() {
        CommandLine all = command.commandLine();
        all.getOut().println(AutoComplete.bash(all.getCommandName(), all));
        all.getOut().flush();
    }

    private static OptionSpec.Builder standard(String letter, String name, String description) {
        return OptionSpec.builder(letter, name).description(description).scopeType(ScopeType.INHERIT);
    }

    /** The version of the jar. */
    static final class Version implements IVersionProvider {

        @Override
        public String[] getVersion() {
            String version = Optional.ofNullable(Operator.class.getPackage().getImplementationVersion())
                    .orElse("(not packaged)");
            return new String[] {"operator " + version};
        }
    }
}
