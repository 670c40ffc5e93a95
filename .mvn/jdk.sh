# Read by mvnw: Maven runs on a JDK 25 or newer where one is installed, so that it compiles in its own process. On an older one, it
# starts a compiler for the sources of each module, which takes twice as long.

version_of_jdk() {
  sed -n 's/^JAVA_VERSION="\([0-9]*\).*/\1/p' "$1/release" 2> /dev/null || :
}

is_new_enough() {
  [ -x "$1/bin/javac" ] && [ "$(version_of_jdk "$1")" -ge 25 ] 2> /dev/null
}

if ! is_new_enough "${JAVA_HOME-}"; then
  set +f
  for jdk in /usr/lib/jvm/* /Library/Java/JavaVirtualMachines/*/Contents/Home "$HOME"/.sdkman/candidates/java/* "$HOME"/.jdks/*; do
    if is_new_enough "$jdk"; then
      export JAVA_HOME="$jdk"
      break
    fi
  done
  set -f
fi
if is_new_enough "${JAVA_HOME-}"; then
  # Maven's own libraries use what the JDK warns of.
  export MAVEN_OPTS="--enable-native-access=ALL-UNNAMED --sun-misc-unsafe-memory-access=allow ${MAVEN_OPTS-}"
fi
