package com.scheduleevents.docs;

import static org.assertj.core.api.Assertions.assertThat;

import com.scheduleevents.docs.RecipesPage.Recipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Tests that docs/receiving-webhooks/frameworks.md says of each recipe whether it is run; {@code -Precipes} runs them. */
class RecipesPageTest {

    private static final Path DIRECTORIES = Path.of("src/test/recipes");

    private final List<Recipe> recipes = RecipesPage.read().recipes();

    @Test
    void pageHasTheTenFrameworks() {
        assertThat(recipes)
                .extracting(Recipe::title)
                .containsExactly(
                        "Spring Boot",
                        "Express",
                        "Fastify",
                        "FastAPI",
                        "Django",
                        "Flask",
                        "Go net/http",
                        "Rails",
                        "Laravel",
                        "ASP.NET");
    }

    @Test
    void recipeIsEitherRunOrSaysThatItIsNot() {
        assertThat(recipes)
                .allSatisfy(recipe -> assertThat(recipe.text().strip().startsWith("*Not run.*"))
                        .as(recipe.title())
                        .isNotEqualTo(recipe.isRun()));
    }

    @Test
    void whatIsNeededToRunARecipeExists() throws IOException {
        try (Stream<Path> directories = Files.list(DIRECTORIES)) {
            assertThat(Stream.concat(recipes.stream().filter(Recipe::isRun), Stream.of(RecipesPage.consumer()))
                            .map(Recipe::name))
                    .containsExactlyInAnyOrderElementsOf(directories
                            .map(directory -> directory.getFileName().toString())
                            .toList());
        }
    }
}
