// The TypeScript SDK, told line by line what to do: see `Agent` in tests/src/agent.rs.
//
// Usage: agent.mjs discover|initialize stdio COMMAND ARGUMENT... | sse URL | http URL

import { createInterface } from 'node:readline';
import { Client, SSEClientTransport, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { Ajv2020 } from 'ajv/dist/2020.js';

const [handshake, kind, target, ...args] = process.argv.slice(2);
const mode = { discover: 'auto', initialize: 'legacy' }[handshake];
const client = new Client(
  { name: 'typescript-agent', version: '1.0.0' },
  { versionNegotiation: { mode } },
);

const transports = {
  stdio: () => new StdioClientTransport({ command: target, args }),
  sse: () => new SSEClientTransport(new URL(target)),
  http: () => new StreamableHTTPClientTransport(new URL(target)),
};

/** All pages of a list. */
async function everything(method, items) {
  const found = [];
  let cursor;
  do {
    const page = await client[method](cursor === undefined ? {} : { cursor });
    found.push(...page[items]);
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return found;
}

/** The compiled output schemas by tool: an unknown keyword or format is an error. */
const results = new Map();

async function listTools() {
  const tools = await everything('listTools', 'tools');
  for (const { name, inputSchema, outputSchema } of tools) {
    try {
      new Ajv2020({ strict: true }).compile(inputSchema);
      results.set(name, new Ajv2020({ strict: true }).compile(outputSchema));
    } catch (error) {
      throw new Error(`the schemas of ${name}: ${error.message}`);
    }
  }
  return tools;
}

async function call(params) {
  const result = await client.callTool(params, { timeout: 60_000 });
  const fits = results.get(params.name);
  if (fits !== undefined && result.isError !== true && !fits(result.structuredContent)) {
    throw new Error(`the result of ${params.name}: ${JSON.stringify(fits.errors)}`);
  }
  return result;
}

async function giveUp(params) {
  const reason = new Error('the test gives up');
  const controller = new AbortController();
  let first;
  const onprogress = ({ progressToken, ...step }) => {
    first ??= step;
    controller.abort(reason);
  };
  await client.callTool(params, { onprogress, signal: controller.signal }).then(
    () => { throw new Error('the call ended before it was given up'); },
    (error) => { if (!controller.signal.aborted) throw error; },
  );
  return first;
}

const answers = {
  connection: () => ({
    server: client.getServerVersion().name,
    protocol: client.getNegotiatedProtocolVersion(),
  }),
  'tools/list': listTools,
  'tools/call': call,
  'tools/give-up': giveUp,
  'resources/list': () => everything('listResources', 'resources'),
  'resources/templates/list': () => everything('listResourceTemplates', 'resourceTemplates'),
  'resources/read': (params) => client.readResource(params),
  'prompts/list': () => everything('listPrompts', 'prompts'),
  'prompts/get': (params) => client.getPrompt(params),
};

await client.connect(transports[kind]());
for await (const line of createInterface({ input: process.stdin })) {
  const { method, params } = JSON.parse(line);
  let reply;
  try {
    reply = { result: (await answers[method](params)) ?? null };
  } catch (error) {
    reply = { error: String(error) };
  }
  process.stdout.write(`${JSON.stringify(reply)}\n`);
}
await client.close();
