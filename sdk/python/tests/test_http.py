"""Errors, retries and time limits, against a server that answers as told."""

import json
import threading
import unittest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, Callable, Dict, List
from unittest import mock

from footnote import APIConnectionError, APIError, APITimeoutError, Footnote, StreamError, TextRange, Timeout

SEARCHED: Dict[str, object] = {"results": []}
Step = Callable[["Handler"], None]


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_POST(self) -> None:
        length = int(self.headers.get("content-length", 0))
        server: Any = self.server
        server.seen.append({"path": self.path, "headers": dict(self.headers), "body": self.rfile.read(length)})
        server.steps.pop(0)(self)

    do_GET = do_POST

    def log_message(self, *_: Any) -> None:
        pass


def reply(status: int, body: object, **headers: str) -> Step:
    def step(handler: Handler) -> None:
        text = body.encode() if isinstance(body, str) else json.dumps(body).encode()
        handler.send_response(status)
        for name, value in {"content_type": "application/json", **headers}.items():
            handler.send_header(name.replace("_", "-"), value)
        handler.send_header("content-length", str(len(text)))
        handler.end_headers()
        handler.wfile.write(text)

    return step


def events(*parts: object) -> Step:
    lines = "".join(f"data: {part if isinstance(part, str) else json.dumps(part)}\r\n\r\n" for part in parts)
    return reply(200, f": open\n\n{lines}", content_type="text/event-stream", x_request_id="req_1")


def hang_up(handler: Handler) -> None:
    handler.close_connection = True
    handler.connection.close()


def hang(handler: Handler) -> None:
    server: Any = handler.server
    server.released.wait(10)


class Scripted(unittest.TestCase):
    def setUp(self) -> None:
        server: Any = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        server.daemon_threads = True
        server.seen, server.steps, server.released = [], [], threading.Event()
        thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
        thread.start()
        self.addCleanup(thread.join)
        self.addCleanup(server.server_close)
        self.addCleanup(server.shutdown)
        self.addCleanup(server.released.set)
        self.server = server
        waits: List[float] = []
        patch = mock.patch("time.sleep", waits.append)
        patch.start()
        self.addCleanup(patch.stop)
        self.waits = waits

    def client(self, root: str = "/v1/", **options: Any) -> Footnote:
        return Footnote(self.origin() + root, "chat_secret", "proj_1", **options)

    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server.server_address[1]}"

    def answer(self, *steps: Step) -> None:
        self.server.steps = list(steps)


class Requests(Scripted):
    def test_send_the_key_and_what_was_asked(self) -> None:
        self.answer(reply(200, SEARCHED))
        self.client().search("fähre", filter={"metadata": {"version": "2"}}, limit=3)
        [seen] = self.server.seen
        self.assertEqual(seen["path"], "/v1/projects/proj_1/search")
        self.assertEqual(seen["headers"]["x-api-key"], "chat_secret")
        self.assertEqual(
            json.loads(seen["body"]), {"query": "fähre", "filter": {"metadata": {"version": "2"}}, "limit": 3}
        )

    def test_never_print_the_key(self) -> None:
        self.assertNotIn("chat_secret", repr(self.client()))

    def test_say_what_is_missing(self) -> None:
        with mock.patch.dict("os.environ", {}, clear=True):
            with self.assertRaisesRegex(ValueError, "FOOTNOTE_PROJECT"):
                Footnote("http://localhost/v1", "chat_1")
        with self.assertRaisesRegex(ValueError, "http or https"):
            Footnote("ftp://localhost/v1", "chat_1", "proj_1")


class Errors(Scripted):
    def refused(self, *steps: Step, **options: Any) -> APIError:
        self.answer(*steps)
        with self.assertRaises(APIError) as caught:
            self.client(**options).search("x")
        return caught.exception

    def test_name_the_right_address_where_it_has_no_v1(self) -> None:
        missing = reply(404, {"code": "not_found", "detail": "This does not exist."})
        for step in (missing, reply(404, "Not found")):
            for root in ("", "/", "/footnote/"):
                with self.subTest(root=root):
                    meant = self.origin() + root.rstrip("/") + "/v1"
                    error = self.refused(step, root=root)
                    self.assertTrue(error.message.endswith(f" base_url has no /v1: did you mean {meant}?"))
        self.assertEqual(self.refused(missing).message, "This does not exist.")
        self.answer(missing)
        with self.assertRaisesRegex(APIError, "did you mean"):
            self.client(root="").stream("x")
        denied = reply(401, {"code": "token_invalid", "detail": "No."})
        self.assertEqual(self.refused(denied, root="").message, "No.")

    def test_have_code_message_request_id_and_fields(self) -> None:
        body = {"code": "invalid_request", "detail": "Look.", "errors": [{"field": "query", "message": "is empty"}]}
        error = self.refused(reply(400, body, x_request_id="req_7"))
        self.assertEqual((error.status, error.code, error.message, error.request_id), (400, "invalid_request", "Look.", "req_7"))
        self.assertEqual([(one.field, one.message) for one in error.errors], [("query", "is empty")])
        self.assertEqual(self.waits, [])

    def test_are_typed_for_what_is_no_answer_of_this_api(self) -> None:
        self.assertEqual(self.refused(reply(403, "<html>")).code, "http_error")
        self.assertEqual(self.refused(reply(200, "<html>")).code, "invalid_response")
        moved = self.refused(reply(302, "", location="https://other.example.com"))
        self.assertEqual((moved.code, len(self.server.seen)), ("redirected", 3))
        self.assertIn("https://other.example.com", moved.message)


class Retries(Scripted):
    def test_follow_lost_connections_and_failures_of_the_server(self) -> None:
        self.answer(hang_up, reply(503, {"code": "busy", "detail": "Wait."}), reply(200, SEARCHED))
        self.assertEqual(self.client().search("x").results, ())
        self.assertEqual(len(self.server.seen), 3)
        self.assertTrue(0.37 <= self.waits[0] <= 0.5 and 0.75 <= self.waits[1] <= 1)

    def test_wait_as_long_as_the_server_asks_but_no_minute_longer(self) -> None:
        limit = {"code": "rate_limited", "detail": "Slow down."}
        self.answer(reply(429, limit, retry_after="7"), reply(200, SEARCHED))
        self.client().search("x")
        self.assertEqual(self.waits, [7])
        self.answer(reply(429, limit, retry_after="61"))
        with self.assertRaises(APIError) as caught:
            self.client().search("x")
        self.assertEqual(caught.exception.retry_after, 61)

    def test_end(self) -> None:
        failing = reply(500, {"code": "internal_error", "detail": "Sorry."})
        self.answer(failing, failing, failing)
        with self.assertRaises(APIError):
            self.client().search("x")
        self.answer(failing)
        with self.assertRaises(APIError):
            self.client(max_retries=0).search("x")

    def test_are_not_for_a_question_that_may_have_been_answered(self) -> None:
        for step in (hang_up, reply(500, {"code": "internal_error", "detail": "Sorry."})):
            self.answer(step)
            with self.assertRaises((APIError, APIConnectionError)):
                self.client().ask("x")
        self.assertEqual(len(self.server.seen), 2)

    def test_carry_the_same_key_so_that_nothing_is_made_twice(self) -> None:
        made = {"id": "src_1", "project_id": "proj_1", "type": "file", "status": "processing", "metadata": {}}
        self.answer(hang_up, reply(202, made))
        self.assertEqual(self.client().upload(b"# A", name="a.md").id, "src_1")
        one, other = (seen["headers"]["idempotency-key"] for seen in self.server.seen)
        self.assertEqual(one, other)

    def test_reach_a_server_that_was_not_there(self) -> None:
        gone = Footnote("http://127.0.0.1:9/v1", "chat_1", "proj_1")
        with self.assertRaisesRegex(APIConnectionError, "No answer from http://127.0.0.1:9"):
            gone.ask("x")
        self.assertEqual(len(self.waits), 2)


class Limits(Scripted):
    def test_hold_for_an_answer_that_does_not_begin(self) -> None:
        self.answer(hang)
        with self.assertRaises(APITimeoutError):
            self.client(timeout=Timeout(headers=0.05), max_retries=0).search("x")

    def test_hold_between_two_parts(self) -> None:
        def pause(handler: Handler) -> None:
            handler.send_response(200)
            handler.send_header("content-type", "text/event-stream")
            handler.end_headers()
            handler.wfile.write(b'data: {"type":"start","messageId":"msg_1"}\n\n')
            handler.wfile.flush()
            hang(handler)

        self.answer(pause)
        with self.client(timeout=Timeout(idle=0.05)).stream("x") as stream:
            self.assertEqual(next(stream)["type"], "start")
            with self.assertRaises(APITimeoutError):
                next(stream)

    def test_hold_for_the_whole_call(self) -> None:
        self.answer(reply(503, {"code": "busy", "detail": "Wait."}), reply(200, SEARCHED))
        with self.assertRaises(APIError):
            self.client(timeout=0.2).search("x")
        self.assertEqual(len(self.server.seen), 1)


START = {"type": "start", "messageId": "msg_1", "messageMetadata": {"conversation_id": "conv_1"}}
TEXT = {"type": "text-delta", "id": "t1", "delta": "At nine 😀"}
CITED = {"type": "data-citations", "data": [{"id": 1, "source_id": "src_1", "title": "T", "text": "At nine."}]}


class Streams(Scripted):
    def test_replace_what_the_checks_take_back(self) -> None:
        verdict = {"type": "data-verdict", "data": {"verdict": "refused", "response": "Not in the documents."}}
        finish = {"type": "finish", "messageMetadata": {"finish_reason": "refused"}}
        self.answer(events(START, TEXT, CITED, {"type": "data-new"}, verdict, finish, "[DONE]"))
        stream = self.client().stream("x")
        texts: Dict[str, str] = {part["type"]: stream.text for part in stream}
        self.assertEqual((texts["text-delta"], texts["data-verdict"]), ("At nine 😀", "Not in the documents."))
        answer = stream.final_answer()
        self.assertEqual((answer.finish_reason, answer.citations), ("refused", ()))
        self.assertEqual((answer.conversation_id, answer.message_id), ("conv_1", "msg_1"))

    def test_say_what_was_not_kept(self) -> None:
        for metadata, kept in (({"finish_reason": "stop"}, True), ({"finish_reason": "stop", "kept": False}, False)):
            self.answer(events(START, TEXT, {"type": "finish", "messageMetadata": metadata}, "[DONE]"))
            self.assertIs(self.client().stream("x").final_answer().kept, kept)

    def test_say_what_was_corrected(self) -> None:
        data = {"query": "back up", "words": [{"from": "bakc", "to": "back"}]}
        finish = {"type": "finish", "messageMetadata": {"finish_reason": "stop"}}
        part = {"type": "data-corrected", "id": "corrected", "data": data}
        self.answer(events(START, part, TEXT, finish, "[DONE]"))
        corrected = self.client().stream("bakc up", correct=True).final_answer().corrected
        assert corrected is not None
        self.assertEqual(corrected.query, "back up")
        self.assertEqual([(word.misspelt, word.corrected) for word in corrected.words], [("bakc", "back")])

    def test_raise_what_went_wrong(self) -> None:
        failure = {"type": "data-error", "data": {"code": "internal_error", "retryable": True}, "transient": True}
        self.answer(events(START, failure, {"type": "error", "errorText": "Sorry."}, "[DONE]"))
        with self.assertRaises(StreamError) as caught:
            self.client().stream("x").final_answer()
        error = caught.exception
        self.assertEqual((error.code, error.message, error.retryable, error.request_id), ("internal_error", "Sorry.", True, "req_1"))

    def test_are_whole_or_an_error(self) -> None:
        for broken in (events(START, TEXT), events("no JSON"), events(START, "[DONE]")):
            self.answer(broken)
            with self.assertRaises(APIConnectionError):
                self.client().stream("x").final_answer()

    def test_are_refused_before_they_begin(self) -> None:
        self.answer(reply(404, {"code": "not_found", "detail": "No."}))
        with self.assertRaises(APIError):
            self.client().stream("x")


class Ranges(unittest.TestCase):
    def test_count_as_javascript_does(self) -> None:
        self.assertEqual(TextRange(2, 6).of("😀 und"), " und")


if __name__ == "__main__":
    unittest.main()
