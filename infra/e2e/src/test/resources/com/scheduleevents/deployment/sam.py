# A `sam` that only tells the stub of AWS how it was called, with the template, and ends with the status that this responds.
import json
import os
import sys
import urllib.request
from pathlib import Path

arguments = sys.argv[1:]
template = {}
if "--template-file" in arguments:
    template = json.loads(Path(arguments[arguments.index("--template-file") + 1]).read_text())
call = {"arguments": arguments, "template": template, "region": os.environ.get("AWS_DEFAULT_REGION")}
with urllib.request.urlopen(os.environ["AWS_ENDPOINT_URL"] + "/sam", json.dumps(call).encode()) as response:
    sys.exit(int(response.read()))
