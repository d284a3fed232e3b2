#!/usr/bin/env node
import { parseArgs } from "node:util";
import { setTimeout } from "node:timers/promises";
import { createHash, createHmac, randomBytes, randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
// src/state.ts
/** An error that the user can resolve. The message names what to change. */
var ListenError = class extends Error {
	name = "ListenError";
};
/** Returns the hash for `State.source`. */
const sourceOf = (baseUrl, apiKey) => createHash("sha256").update(`${baseUrl}\n${apiKey}`).digest("hex").slice(0, 32);
/**
* Reads the state from a file. If the file does not exist, returns a new state with a new secret.
* @throws ListenError when the file is not a state, or belongs to another key or service.
*/
async function loadState(file, source) {
	const text = await readFile(file, "utf8").catch((error) => {
		if (error instanceof Error && "code" in error && error.code === "ENOENT") return void 0;
		throw error;
	});
	if (text === void 0) return {
		source,
		secret: `whsec_${randomBytes(32).toString("base64url")}`,
		cursor: null,
		forwarded: []
	};
	const state = parse(text);
	if (!state) throw new ListenError(`${file} is not a state file of pix-listen. Delete it, or choose another --state.`);
	if (state.source !== source) throw new ListenError(`${file} belongs to another key or another --base-url. Choose another --state.`);
	return state;
}
function parse(text) {
	try {
		const value = JSON.parse(text);
		return isState(value) ? value : void 0;
	} catch {
		return;
	}
}
const isState = (value) => typeof value === "object" && value !== null && "source" in value && typeof value.source === "string" && "secret" in value && typeof value.secret === "string" && "cursor" in value && (value.cursor === null || typeof value.cursor === "string") && "forwarded" in value && Array.isArray(value.forwarded);
/**
* Stores the state in the file. After a crash, the file contains either the old or the new state. Only the user who
* runs `pix-listen` can read the file.
*/
async function saveState(file, state) {
	const next = `${file}.${process.pid}.tmp`;
	await writeFile(next, `${JSON.stringify(state, null, 2)}\n`, { mode: 384 });
	await rename(next, file);
}
// src/service.ts
/** The maximum time of a call in milliseconds. This time is longer than the time for which a call waits for events. */
const ANSWER_MS_MAX$1 = 4e4;
/** The service could not answer now. A later call may succeed. */
var UnavailableError = class extends Error {
	name = "UnavailableError";
	/** How long to wait before the next call, in milliseconds. */
	retryAfterMs;
	constructor(message, retryAfterMs) {
		super(message);
		this.retryAfterMs = retryAfterMs;
	}
};
/** The pause in milliseconds before a call is repeated, if no response arrived or it has no usable `Retry-After`. */
const RETRY_MS = 500;
/**
* Calls the service with the API key. Returns the parsed JSON body of a successful response.
* @throws UnavailableError when a retry may succeed.
* @throws ListenError when the service refuses the call.
*/
async function callService({ baseUrl, apiKey }, path, init = {}) {
	const timeout = AbortSignal.timeout(ANSWER_MS_MAX$1);
	const signal = init.signal ? AbortSignal.any([init.signal, timeout]) : timeout;
	const headers = {
		...init.headers,
		authorization: `Bearer ${apiKey}`
	};
	try {
		const response = await fetch(baseUrl + path, {
			...init,
			headers,
			signal
		});
		const text = await response.text();
		if (response.ok) return parseBody(text, baseUrl + path);
		if (response.status === 429 || response.status >= 500) throw new UnavailableError(`the service answered ${response.status}`, retryAfterOf(response));
		throw new ListenError(`The service refused ${path.split("?", 1)[0]}: ${response.status} ${text.slice(0, 500)}`);
	} catch (error) {
		if (error instanceof UnavailableError || error instanceof ListenError) throw error;
		throw new UnavailableError(`${baseUrl} does not answer (${reasonOf(error)})`, RETRY_MS);
	}
}
/** @throws ListenError when the body is not JSON. A wrong base URL often leads to a server that answers with a page. */
function parseBody(text, url) {
	try {
		return JSON.parse(text);
	} catch {
		throw new ListenError(`${url.split("?", 1)[0]} answered, but not with JSON. Check the base URL of the service.`);
	}
}
/** Returns why a call failed. The message of `fetch` names no reason, but the cause of the error does, for example ECONNREFUSED. */
function reasonOf(error) {
	if (!(error instanceof Error)) return String(error);
	const { cause } = error;
	if (!(cause instanceof Error)) return error.message;
	return "code" in cause && typeof cause.code === "string" ? cause.code : cause.message;
}
/**
* Returns the pause in milliseconds that the header `Retry-After` asks for. Returns RETRY_MS if the header does not
* name 1 to 60 seconds.
*/
function retryAfterOf(response) {
	const seconds = Number(response.headers.get("retry-after") ?? 0);
	return seconds > 0 && seconds <= 60 ? seconds * 1e3 : RETRY_MS;
}
// src/feed.ts
/** The time in seconds for which a call may wait for an event. */
const WAIT_SECONDS = 20;
/** The maximum number of events in one page. */
const LIMIT = 50;
/**
* Reads the page of the feed after a cursor. Without a cursor, reads the first page. If the page is empty, the call
* waits up to WAIT_SECONDS for an event.
* @throws UnavailableError when a retry may succeed.
* @throws ListenError when the service refuses the call.
*/
async function readPage(service, cursor, signal) {
	const after = cursor === null ? "" : `&after=${encodeURIComponent(cursor)}`;
	return pageOf(await callService(service, `/v1/events/feed?wait=${WAIT_SECONDS}&limit=${LIMIT}${after}`, { signal }));
}
/**
* Returns the cursor at the end of the feed.
* @throws UnavailableError when a retry may succeed.
* @throws ListenError when the service refuses the call.
*/
async function readLatest(service, signal) {
	return pageOf(await callService(service, "/v1/events/feed?after=latest", { signal })).next_cursor;
}
function pageOf(body) {
	if (isPage(body)) return body;
	throw new Error("BUG: GET /v1/events/feed returned a body without items or next_cursor");
}
const isPage = (body) => typeof body === "object" && body !== null && "items" in body && Array.isArray(body.items) && "next_cursor" in body && typeof body.next_cursor === "string";
// src/forward.ts
/** The time in milliseconds for which the local server may take to answer. */
const ANSWER_MS_MAX = 1e4;
/** Returns the body of the webhook for this event, byte for byte as the service sends it to an endpoint. */
const bodyOf = ({ id, type, version, created_at, environment, data }) => JSON.stringify({
	id,
	type,
	version,
	created_at,
	environment,
	data
});
/**
* Posts an event to the local server, signed like a webhook with the current time. Returns the status of the response,
* or a description of the failure if no response arrived.
*/
async function forward(url, secret, event, signal) {
	const body = bodyOf(event);
	const seconds = Math.floor(Date.now() / 1e3);
	const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
	try {
		const response = await fetch(url, {
			method: "POST",
			redirect: "manual",
			headers: {
				"content-type": "application/json",
				"user-agent": "Svc-Webhooks/1",
				"x-svc-event-id": event.id,
				"x-svc-event-type": event.type,
				"x-svc-event-version": event.version,
				"x-svc-signature": `t=${seconds},v1=${digest}`
			},
			body,
			signal: AbortSignal.any([signal, AbortSignal.timeout(ANSWER_MS_MAX)])
		});
		await response.arrayBuffer();
		return response.status;
	} catch (error) {
		const { cause } = error instanceof Error ? error : {};
		return cause instanceof Error && "code" in cause ? String(cause.code) : String(error);
	}
}
/** Returns whether the local server accepted an event. `result` is the result of `forward`. */
const isAccepted = (result) => typeof result === "number" && result >= 200 && result < 300;
// src/listen.ts
/**
* The pause before an event is forwarded again, in milliseconds. The pause is short, so that a local server gets its
* events soon after a restart.
*/
const FORWARD_RETRY_MS = 500;
/**
* Follows the feed of the account and forwards each event to the local server, in order, until the signal is aborted.
* Stores the progress after each accepted event, so that a later run continues with the next event.
* @throws ListenError when the service refuses a call, or when the state file is not usable.
*/
async function listen(options) {
	const { stateFile, signal, print } = options;
	const state = await loadState(stateFile, sourceOf(options.baseUrl, options.apiKey));
	await saveState(stateFile, state);
	print(`Signing secret: ${state.secret}`);
	if (state.cursor === null && !options.fromStart) {
		state.cursor = await untilAvailable(options, () => readLatest(options, signal));
		if (state.cursor !== null) await saveState(stateFile, state);
	}
	print(`Forwarding events to ${options.forwardTo}`);
	while (!signal.aborted) {
		const page = await untilAvailable(options, () => readPage(options, state.cursor, signal));
		if (!page) return;
		for (const event of page.items) if (!await forwardOnce(options, state, event)) return;
		if (page.next_cursor === state.cursor) continue;
		state.cursor = page.next_cursor;
		state.forwarded = [];
		await saveState(stateFile, state);
	}
}
/**
* Forwards an event, unless an earlier run has forwarded it. Returns false when the signal was aborted before the local
* server accepted the event.
*/
async function forwardOnce(options, state, event) {
	const { signal, print } = options;
	if (state.forwarded.includes(event.id)) return true;
	let last;
	while (!signal.aborted) {
		const result = await forward(options.forwardTo, state.secret, event, signal);
		if (result !== last && !signal.aborted) print(`${event.type} ${event.id} → ${result}`);
		if (isAccepted(result)) {
			state.forwarded.push(event.id);
			await saveState(options.stateFile, state);
			return true;
		}
		last = result;
		await pause(FORWARD_RETRY_MS, signal);
	}
	return false;
}
/**
* Calls `work` until it throws no UnavailableError, and returns its result. Returns null when the signal is aborted
* first.
* @throws any other error of `work`.
*/
async function untilAvailable({ signal, print }, work) {
	let last = "";
	while (!signal.aborted) try {
		return await work();
	} catch (error) {
		if (!(error instanceof UnavailableError)) throw error;
		if (error.message !== last && !signal.aborted) print(`Waiting: ${error.message}`);
		last = error.message;
		await pause(error.retryAfterMs, signal);
	}
	return null;
}
const pause = (ms, signal) => setTimeout(ms, void 0, { signal }).catch(() => void 0);
// src/trigger.ts
/**
* The amount in cents of a charge for each event. In the test environment, a charge with this amount causes the event
* without another call.
*/
const AMOUNTS = {
	"charge.failed": 990001,
	"charge.paid": 990010,
	"charge.payment_held": 990012,
	"charge.payment_returned": 990012,
	"charge.cancelled": 990014
};
/** The events that `trigger` can cause. */
const TRIGGERED_EVENTS = Object.keys(AMOUNTS);
/**
* Creates a charge in the test environment. The charge causes the event within seconds. Returns the id of the charge.
* @throws ListenError for an unknown event, for a key that is not a test key, or when the service refuses the call.
* @throws UnavailableError when the service cannot answer now.
*/
async function trigger(service, event) {
	const amount = AMOUNTS[event];
	if (amount === void 0) throw new ListenError(`trigger cannot cause ${event}. It can cause: ${TRIGGERED_EVENTS.join(", ")}.`);
	if (!service.apiKey.startsWith("svc_test_")) throw new ListenError("trigger needs a test key (svc_test_…), because it creates a charge.");
	const reference = `pix-listen-${randomUUID()}`;
	const charge = await callService(service, "/v1/pix/charges", {
		method: "POST",
		headers: {
			"content-type": "application/json",
			"idempotency-key": reference
		},
		body: JSON.stringify({
			order_reference: reference,
			amount_cents: amount,
			payer: PAYER
		})
	});
	return typeof charge === "object" && charge !== null && "id" in charge ? String(charge.id) : "";
}
const PAYER = {
	name: "Maria da Silva",
	document: "52998224725",
	email: "maria@exemplo.com.br",
	phone: "+5511912345678"
};
// src/main.ts
const USAGE = `pix-listen --base-url URL --forward-to URL [--state FILE] [--from-start]
pix-listen trigger EVENT --base-url URL

Forwards the events of an account to a web server on this machine. The environment variable PIX_API_KEY has the API key.
The variables PIX_BASE_URL and PIX_FORWARD_TO replace the options.

Events of trigger: ${TRIGGERED_EVENTS.join(", ")}
`;
const LOCAL_HOSTS = [
	"localhost",
	"127.0.0.1",
	"[::1]"
];
const print = (line) => void process.stdout.write(`${line}\n`);
function urlOf(value, option) {
	if (value === void 0) throw new ListenError(`Set ${option}.\n\n${USAGE}`);
	if (!URL.canParse(value) || !["http:", "https:"].includes(new URL(value).protocol)) throw new ListenError(`${option} must be a URL that starts with http:// or https://.`);
	return value;
}
function localUrlOf(value) {
	const url = urlOf(value, "--forward-to");
	if (LOCAL_HOSTS.includes(new URL(url).hostname)) return url;
	throw new ListenError("--forward-to must be a URL of this machine, such as http://localhost:3000/webhooks.");
}
async function main() {
	const { values, positionals } = parseArgs({
		allowPositionals: true,
		options: {
			"base-url": { type: "string" },
			"forward-to": { type: "string" },
			state: {
				type: "string",
				default: ".pix-listen.json"
			},
			"from-start": {
				type: "boolean",
				default: false
			},
			help: {
				type: "boolean",
				default: false
			}
		}
	});
	const [command, event] = positionals;
	if (values.help || command === "trigger" && event === void 0) return print(USAGE);
	const apiKey = process.env["PIX_API_KEY"];
	if (!apiKey) throw new ListenError("Set the environment variable PIX_API_KEY to an API key.");
	const baseUrl = urlOf(values["base-url"] ?? process.env["PIX_BASE_URL"], "--base-url").replace(/\/+$/, "");
	if (command === "trigger" && event !== void 0) return print(`Charge ${await trigger({
		baseUrl,
		apiKey
	}, event)} causes ${event}.`);
	if (command !== void 0) throw new ListenError(`Unknown command: ${command}.\n\n${USAGE}`);
	const stopping = new AbortController();
	for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => stopping.abort());
	await listen({
		baseUrl,
		apiKey,
		forwardTo: localUrlOf(values["forward-to"] ?? process.env["PIX_FORWARD_TO"]),
		stateFile: values.state,
		fromStart: values["from-start"],
		signal: stopping.signal,
		print
	});
}
try {
	await main();
} catch (error) {
	const isExpected = error instanceof ListenError || error instanceof UnavailableError || isUsageError(error);
	process.stderr.write(`${isExpected ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
	process.exitCode = 1;
}
function isUsageError(error) {
	return error instanceof Error && "code" in error && String(error.code).startsWith("ERR_PARSE_ARGS");
}
export {};
