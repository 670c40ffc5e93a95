"""Makes MiniStack 1.5.33 write stream records for what PartiQL inserts, as AWS does. Run with the Python that MiniStack is installed in.

Without them, the events of a batch would be recorded and never delivered. Can be run again.
"""

import importlib.util
import pathlib

WRITE = "    _set_item(table, pk_val, sk_val, item)\n"
WRITE_AND_RECORD = WRITE + '    _emit_stream_event(_normalize_table_name(parsed["table"]), "INSERT", None, item)\n'
END = '    return json_response({"Items": []})\n\n\ndef _partiql_key_target('

source = pathlib.Path(importlib.util.find_spec("ministack.services.dynamodb").origin)
text = source.read_text()
if WRITE_AND_RECORD + END not in text:
    if text.count(WRITE + END) != 1:
        raise SystemExit(f"{source} is not that of the MiniStack in ministack.txt: look whether its PartiQL writes stream records now")
    source.write_text(text.replace(WRITE + END, WRITE_AND_RECORD + END))
