"""Prints the functions of expanded templates and their versions, as JSON.

Its argument is the directory of ./deploy's program. It reads a list of cases: the template, the parameters, the keys of jars in S3, and
whether the template is what `sam deploy` would take from the repository, without the hash that ./deploy writes.
"""

import copy
import json
import sys
from pathlib import Path

sys.path.insert(0, sys.argv[1])
from deployed_template import DeployedTemplate  # noqa: E402


class PlainTemplate(DeployedTemplate):
    def with_hash(self, values):
        return copy.deepcopy(self._body)


def functions(case):
    template = (PlainTemplate if case["plain"] else DeployedTemplate)(Path(case["template"]))
    expanded = template.expanded(template.values({}, case["parameters"]), case["keys"])
    resources = expanded["Resources"].items()
    versions = {
        version["Properties"]["FunctionName"]["Ref"]: name for name, version in resources if version["Type"] == "AWS::Lambda::Version"
    }
    return {
        name: {"version": versions.get(name), "properties": function["Properties"]}
        for name, function in resources
        if function["Type"] == "AWS::Lambda::Function"
    }


json.dump([functions(case) for case in json.load(sys.stdin)], sys.stdout)
