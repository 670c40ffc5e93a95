"""Lets LocalStack run Java functions as processes of this machine instead of containers: LAMBDA_RUNTIME_EXECUTOR=process.

Each environment of a function is one Java process with AWS's own runtime client, which gets its invocations from a small
server of the Lambda Runtime API in here.
"""

import json
import os
import queue
import signal
import subprocess
import threading
import time
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeoutError
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from localstack import config
from localstack.services.lambda_.invocation.lambda_models import InvocationResult
from localstack.services.lambda_.invocation.plugins import RuntimeExecutorPlugin
from localstack.services.lambda_.invocation.runtime_executor import LambdaRuntimeException, RuntimeExecutor

CLIENT = "com.amazonaws.services.lambda.runtime.api.client.AWSLambda"
CLIENT_JARS = os.environ["PROCESS_EXECUTOR_CLIENT"]  # The directory with aws-lambda-java-runtime-interface-client.
JAVA = os.environ["PROCESS_EXECUTOR_JAVA"]  # The program of a JDK 25.
LOGS = os.environ["PROCESS_EXECUTOR_LOGS"]

# Small, because there are many of them.
JAVA_OPTIONS = ["-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Xmx192m", "-Xss512k", "--enable-native-access=ALL-UNNAMED"]


class ProcessExecutorPlugin(RuntimeExecutorPlugin):
    name = "process"

    def load(self, *args, **kwargs):
        return ProcessExecutor


class ProcessExecutor(RuntimeExecutor):
    """One environment of a function. LocalStack gives it one invocation at a time."""

    def __init__(self, id, function_version):
        super().__init__(id, function_version)
        self.variables = {}
        self.server = None
        self.process = None
        self.ready = Future()
        self.pending = queue.Queue()
        self.results = {}
        os.makedirs(LOGS, exist_ok=True)
        self.log_path = f"{LOGS}/{function_version.id.function_name}-{id}.log"

    def start(self, env_vars):
        self.variables = {key: str(value) for key, value in env_vars.items()}
        self._start()

    def _start(self):
        self.ready = Future()
        self.pending = queue.Queue()
        self.server = ThreadingHTTPServer(("127.0.0.1", 0), _runtime_api(self))
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        code = str(self.function_version.config.code.get_unzipped_code_location())
        variables = {
            **self.variables,
            "PATH": os.environ["PATH"],
            "LAMBDA_TASK_ROOT": code,
            "AWS_LAMBDA_RUNTIME_API": f"127.0.0.1:{self.server.server_port}",
        }
        command = [JAVA, *JAVA_OPTIONS, "-cp", f"{code}:{code}/lib/*:{CLIENT_JARS}/*", CLIENT, self.function_version.config.handler]
        with open(self.log_path, "ab") as log:
            self.process = subprocess.Popen(command, cwd=code, env=variables, stdout=log, stderr=log, start_new_session=True)
        threading.Thread(target=self._watch, args=(self.process, self.ready), daemon=True).start()
        self.ready.result(timeout=config.LAMBDA_RUNTIME_ENVIRONMENT_TIMEOUT)

    def _watch(self, process, ready):
        status = process.wait()
        if not ready.done():
            ready.set_exception(LambdaRuntimeException(f"Runtime exited with {status}: {self.get_logs()[-2000:]}"))
        if self.process is process:
            error = {"errorType": "Runtime.ExitError", "errorMessage": f"Runtime exited with {status}"}
            for result in list(self.results.values()):
                if not result.done():
                    result.set_result((json.dumps(error).encode(), True))

    def stop(self):
        if self.process and self.process.poll() is None:
            os.killpg(self.process.pid, signal.SIGKILL)
        if self.server:
            self.pending.put(None)
            self.server.shutdown()
            self.server.server_close()
            self.server = None

    def invoke(self, payload):
        if self.process.poll() is not None:
            self.stop()
            self._start()
        request_id = payload["invoke-id"]
        timeout = self.function_version.config.timeout
        result = self.results[request_id] = Future()
        begin = os.path.getsize(self.log_path)
        self.pending.put(payload)
        try:
            body, is_error = result.result(timeout=timeout)
        except FutureTimeoutError:
            self.stop()
            message = f"RequestId: {request_id} Error: Task timed out after {timeout}.00 seconds"
            body, is_error = json.dumps({"errorType": "Sandbox.Timedout", "errorMessage": message}).encode(), True
        finally:
            del self.results[request_id]
        return InvocationResult(request_id, body, is_error=is_error, logs=self._log(begin) or "-\n")

    def get_logs(self):
        return self._log(0) if os.path.exists(self.log_path) else ""

    def _log(self, begin):
        with open(self.log_path, "rb") as log:
            log.seek(begin)
            return log.read().decode(errors="replace")

    def get_address(self):
        return "127.0.0.1"

    def get_endpoint_from_executor(self):
        return "127.0.0.1"

    def get_runtime_endpoint(self):
        return f"http://127.0.0.1:{config.GATEWAY_LISTEN[0].port}/_localstack_lambda/{self.id}"

    @classmethod
    def prepare_version(cls, function_version):
        if function_version.config.code:
            function_version.config.code.prepare_for_execution()

    @classmethod
    def cleanup_version(cls, function_version):
        pass


def _runtime_api(executor):
    """The Lambda Runtime API of one environment."""

    class RuntimeApi(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def log_message(self, *args):
            pass

        def do_GET(self):
            """The next invocation; to wait for it is to be ready."""
            if not executor.ready.done():
                executor.ready.set_result(True)
            invocation = executor.pending.get()
            if invocation is None:
                self.close_connection = True
                return
            deadline = int((time.time() + executor.function_version.config.timeout) * 1000)
            headers = {
                "Content-Type": "application/json",
                "Lambda-Runtime-Aws-Request-Id": invocation["invoke-id"],
                "Lambda-Runtime-Deadline-Ms": str(deadline),
                "Lambda-Runtime-Invoked-Function-Arn": invocation["invoked-function-arn"],
                "Lambda-Runtime-Trace-Id": invocation["trace-id"],
            }
            self._respond(200, invocation["payload"].encode(), headers)

        def do_POST(self):
            """The response or the error of an invocation, or the error of the start."""
            body = self._body()
            *_, request_id, kind = self.path.split("/")
            if (request_id, kind) == ("init", "error"):
                if not executor.ready.done():
                    executor.ready.set_exception(LambdaRuntimeException(body.decode(errors="replace")))
            else:
                result = executor.results.get(request_id)
                if result and not result.done():
                    result.set_result((body, kind == "error"))
            self._respond(202)

        def _body(self):
            if "chunked" not in self.headers.get("Transfer-Encoding", ""):
                return self.rfile.read(int(self.headers.get("Content-Length") or 0))
            body = b""
            while size := int(self.rfile.readline().split(b";")[0], 16):
                body += self.rfile.read(size)
                self.rfile.readline()
            self.rfile.readline()
            return body

        def _respond(self, status, body=b"", headers=None):
            self.send_response(status)
            for name, value in (headers or {}).items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

    return RuntimeApi
