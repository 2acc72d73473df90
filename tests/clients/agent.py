"""The Python SDK, told line by line what to do: see `Agent` in tests/src/agent.rs.

Usage: agent.py discover|initialize stdio COMMAND ARGUMENT... | sse URL | http URL
"""

import json
import sys

import anyio
import anyio.to_thread
from jsonschema import Draft202012Validator
from mcp import Client, StdioServerParameters
from mcp.client.sse import sse_client
from mcp.client.streamable_http import streamable_http_client


def connect(handshake, transport, target, *arguments):
    if transport == "stdio":
        server = StdioServerParameters(command=target, args=list(arguments))
    elif transport == "sse":
        server = sse_client(target)
    else:
        server = streamable_http_client(target)
    return Client(server, mode={"discover": "auto", "initialize": "legacy"}[handshake])


def plain(model):
    return model.model_dump(mode="json", by_alias=True, exclude_none=True)


async def everything(method, items):
    """All pages of a list."""
    found, cursor = [], None
    while True:
        page = await method(cursor=cursor)
        found += [plain(item) for item in getattr(page, items)]
        cursor = page.next_cursor
        if cursor is None:
            return found


async def list_tools(client):
    tools = await everything(client.list_tools, "tools")
    for tool in tools:
        Draft202012Validator.check_schema(tool["inputSchema"])
        Draft202012Validator.check_schema(tool["outputSchema"])
    return tools


async def call(client, name, arguments):
    # The SDK itself checks the result against the tool's output schema.
    return plain(await client.call_tool(name, arguments))


async def give_up(client, name, arguments):
    heard = []
    with anyio.CancelScope() as scope:

        async def listen(progress, total, message):
            heard.append({"progress": progress, "total": total, "message": message})
            scope.cancel()

        await client.call_tool(name, arguments, progress_callback=listen)
    if not scope.cancelled_caught:
        raise RuntimeError("the call ended before it was given up")
    return heard[0]


async def answer(client, method, params):
    match method:
        case "connection":
            return {"server": client.server_info.name, "protocol": client.protocol_version}
        case "tools/list":
            return await list_tools(client)
        case "tools/call":
            return await call(client, **params)
        case "tools/give-up":
            return await give_up(client, **params)
        case "resources/list":
            return await everything(client.list_resources, "resources")
        case "resources/templates/list":
            return await everything(client.list_resource_templates, "resource_templates")
        case "resources/read":
            return plain(await client.read_resource(params["uri"]))
        case "prompts/list":
            return await everything(client.list_prompts, "prompts")
        case "prompts/get":
            return plain(await client.get_prompt(params["name"], params.get("arguments")))
        case _:
            raise ValueError(f"an agent does not know {method}")


async def main():
    async with connect(*sys.argv[1:]) as client:
        while line := await anyio.to_thread.run_sync(sys.stdin.readline):
            request = json.loads(line)
            try:
                result = await answer(client, request["method"], request["params"])
                reply = {"result": result}
            except Exception as error:
                reply = {"error": f"{type(error).__name__}: {error}"}
            print(json.dumps(reply), flush=True)


anyio.run(main)
