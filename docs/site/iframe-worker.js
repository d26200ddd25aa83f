// Browsers start no worker for a page that is a file. Read from a folder, the search runs in a hidden frame instead.
if (location.protocol === "file:") {
  window.Worker = class extends EventTarget {
    constructor(url) {
      super();
      const frame = document.createElement("iframe");
      frame.hidden = true;
      document.body.append(frame);
      this.inner = frame.contentWindow;
      this.waiting = [];
      this.inner.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
      this.inner.importScripts = (...urls) => Promise.all(urls.map((each) => this.load(each)));
      this.load(url).then(() => {
        for (const data of this.waiting.splice(0)) this.deliver(data);
        this.waiting = null;
      });
    }
    load(url) {
      return new Promise((done, failed) => {
        const script = this.inner.document.createElement("script");
        script.src = new URL(url, location.href);
        script.onload = done;
        script.onerror = failed;
        this.inner.document.head.append(script);
      });
    }
    deliver(data) {
      this.inner.dispatchEvent(new MessageEvent("message", { data }));
    }
    postMessage(data) {
      if (this.waiting) this.waiting.push(data);
      else this.deliver(data);
    }
    terminate() {
      this.inner.frameElement.remove();
    }
  };
}
