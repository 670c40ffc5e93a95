# Prints what SAM makes of a template and parameters (NAME=VALUE), as JSON. Needs aws-sam-translator.
import json
import sys

from samtranslator.translator.transform import transform
from samtranslator.yaml_helper import yaml_parse


class NoMoreManagedPolicies:
    """Those of AWS by name, for the property Policies; the template names none."""

    def load(self):
        return {}


with open(sys.argv[1], encoding="utf-8") as file:
    template = yaml_parse(file.read())
for resource in template["Resources"].values():
    if resource["Type"] == "AWS::Serverless::Function":
        # As if it were packaged.
        resource["Properties"]["CodeUri"] = "s3://bucket/code.jar"
parameters = dict(argument.split("=", 1) for argument in sys.argv[2:])
print(json.dumps(transform(template, parameters, NoMoreManagedPolicies())))
