// The host side of the example host: the bridge of ext-apps, with the server behind it.

import { AppBridge, PostMessageTransport } from "@modelcontextprotocol/ext-apps/app-bridge";

const CAPABILITIES = { openLinks: {}, serverTools: {}, updateModelContext: { text: {} } };

const CONTEXT = {
  theme: "light",
  platform: "web",
  containerDimensions: { maxHeight: 6000 },
  displayMode: "inline",
  availableDisplayModes: ["inline", "fullscreen"],
};

/** Shows the view of a tool that the model has called. */
window.show = async ({ name, sandbox, view, result }) => {
  const frame = await proxy(sandbox);
  const own = { name, version: "1.0.0" };
  const bridge = new AppBridge(null, own, CAPABILITIES, { hostContext: CONTEXT });
  bridge.oncalltool = callTool;
  bridge.addEventListener("sizechange", ({ height }) => {
    if (height !== undefined) frame.style.height = `${height}px`;
  });
  bridge.addEventListener("initialized", () => {
    bridge.sendToolInput({ arguments: {} });
    bridge.sendToolResult(result);
  });
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow));
  const html = await (await fetch(view)).text();
  await bridge.sendSandboxResourceReady({ html });
};

/** The outer of the two frames, of an origin of its own. */
function proxy(sandbox) {
  const frame = document.createElement("iframe");
  frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-forms");
  frame.src = sandbox;
  document.body.append(frame);
  return new Promise((resolve) => {
    window.addEventListener("message", ({ source, data }) => {
      const isReady = data?.method === "ui/notifications/sandbox-proxy-ready";
      if (isReady && source === frame.contentWindow) resolve(frame);
    });
  });
}

async function callTool(params) {
  const response = await fetch("/0/call", { method: "POST", body: JSON.stringify(params) });
  return response.json();
}
