package com.scheduleevents.template;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Tests that every role of the stack has the boundary of the parameter PermissionsBoundary. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RolesTest {

    private static final String BOUNDARY =
            "{\"Fn::If\":[\"HasPermissionsBoundary\",{\"Ref\":\"PermissionsBoundary\"},{\"Ref\":\"AWS::NoValue\"}]}";

    private final DeclaredTemplate declared = new DeclaredTemplate();

    RolesTest() throws IOException {}

    @Test
    void rolesThatSamMakesForFunctionsHaveTheBoundary() {
        assertThat(declared.at("/Globals/Function/PermissionsBoundary").toString())
                .isEqualTo(BOUNDARY);
        assertThat(declared.resources("AWS::Serverless::Function").values())
                .isNotEmpty()
                .map(function -> function.path("Properties"))
                .noneMatch(function -> function.has("Role"))
                .noneMatch(function -> function.has("PermissionsBoundary"));
    }

    /** SAM would make one for gradual deployments, and there is no property to give that a boundary. */
    @Test
    void rolesOfTheTemplateHaveTheBoundary() {
        assertThat(declared.resources("AWS::IAM::Role"))
                .containsOnlyKeys("DeploymentRole")
                .allSatisfy((id, role) -> assertThat(
                                role.at("/Properties/PermissionsBoundary").toString())
                        .as(id)
                        .isEqualTo(BOUNDARY));
        JsonNode gradual = declared.at("/Globals/Function/DeploymentPreference");
        assertThat(gradual.at("/Role/Fn::GetAtt").toString()).isEqualTo("[\"DeploymentRole\",\"Arn\"]");
    }
}
