package receiver;

import org.springframework.boot.SpringApplication;

/** Starts the recipe of the page, which Spring finds in this package. */
class SpringRecipe {

    public static void main(String[] arguments) {
        SpringApplication.run(Receiver.class, arguments);
    }
}
