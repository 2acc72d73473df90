// A host of MCP Apps (specification 2026-01-26) that makes one mistake, named by the test.

const VERSION = "2026-01-26";

/** The ways in which a host hides a frame. */
const HIDDEN = { "mounts hidden": "visibility: hidden", "mounts without display": "display: none" };

class Conversation {
  frames = [];
  /** The requests of the views that are for the model. */
  said = [];
  /** The heights that its views have asked for. */
  heights = [];

  constructor(number, fault, maxHeight) {
    this.number = number;
    this.fault = fault;
    this.maxHeight = maxHeight;
    this.element = document.createElement("section");
    this.element.style = HIDDEN[fault] ?? "";
    document.body.append(this.element);
  }

  /** The model has called a tool that has a view. */
  show(call) {
    this.call = call;
    if (this.fault !== "never mounts" && this.fault !== "mounts late") this.mount();
    if (this.fault === "mounts twice") this.mount();
  }

  mount() {
    const element = document.createElement("iframe");
    element.setAttribute("sandbox", "allow-scripts allow-forms");
    element.src = `/${this.number}/view/${this.call.view}`;
    // As the specification has it: hidden until the view is initialized.
    element.style.visibility = "hidden";
    this.element.append(element);
    this.frames.push({ element, window: element.contentWindow });
  }

  /** Takes every frame away, without a word to the views in them. */
  kill() {
    for (const { element } of this.frames.splice(0)) element.remove();
  }

  async receive(frame, { id, method, params }) {
    const answer = (result) => this.post(frame, { id, result });
    switch (method) {
      case "ui/initialize":
        return answer(this.introduction());
      case "ui/notifications/initialized":
        return this.initialized(frame);
      case "ui/notifications/size-changed":
        this.heights.push(params.height);
        frame.element.style.height = `${params.height}px`;
        return;
      case "ui/message":
      case "ui/update-model-context":
        this.said.push([method, params]);
        return answer({});
      case "tools/call":
        if (this.fault === "answers no tool call") return;
        if (this.fault === "has no serverTools") return this.refuse(frame, id);
        return answer(await this.callTool(params));
      default:
        if (id !== undefined) this.refuse(frame, id);
    }
  }

  introduction() {
    const model = { message: {}, updateModelContext: {} };
    const hostCapabilities =
      this.fault === "has no serverTools" ? {} : { serverTools: {}, ...model };
    const containerDimensions = { maxHeight: this.maxHeight };
    const hostContext = { theme: "light", displayMode: "inline", containerDimensions };
    const hostInfo = { name: this.fault, version: "1" };
    return { protocolVersion: VERSION, hostInfo, hostCapabilities, hostContext };
  }

  initialized(frame) {
    if (this.fault === "drops initialized") return;
    if (this.fault === "moves the frame") this.move(frame);
    frame.element.style.visibility = "";
    if (this.fault !== "forgets the result") {
      this.post(frame, { method: "ui/notifications/tool-input", params: { arguments: {} } });
      this.sendResult(frame);
    }
  }

  /** Sends what was forgotten. */
  remember() {
    for (const frame of this.frames) this.sendResult(frame);
  }

  sendResult(frame) {
    this.post(frame, { method: "ui/notifications/tool-result", params: this.call.result });
  }

  async callTool(params) {
    const body = JSON.stringify(params);
    const response = await fetch(`/${this.number}/call`, { method: "POST", body });
    return response.json();
  }

  /** Puts a frame into its final place, where it is loaded again in another window. */
  move(frame) {
    const place = document.createElement("div");
    this.element.append(place);
    place.append(frame.element);
  }

  refuse(frame, id) {
    this.post(frame, { id, error: { code: -32601, message: "not here" } });
  }

  post(frame, message) {
    frame.window.postMessage({ jsonrpc: "2.0", ...message }, "*");
  }
}

const conversations = [];

window.host = {
  begin(faults, maxHeight) {
    for (const fault of faults) {
      conversations.push(new Conversation(conversations.length, fault, maxHeight));
    }
  },
  show: (number, call) => conversations[number].show(call),
  mount: (number) => conversations[number].mount(),
  kill: (number) => conversations[number].kill(),
  said: (number) => conversations[number].said,
  remember: (number) => conversations[number].remember(),
  heights: (number) => conversations[number].heights,
};

window.addEventListener("message", ({ source, data }) => {
  for (const conversation of conversations) {
    const frame = conversation.frames.find(({ window }) => window === source);
    if (frame !== undefined && data?.method !== undefined) conversation.receive(frame, data);
  }
});
