// Comfort only: every page can be read and every form sent without this file.
(() => {
  "use strict";
  const root = document.documentElement;
  root.classList.add("js");
  const skew = Date.parse(root.dataset.now) - Date.now();

  // Menus are <details>: they close when another place is pressed, with Escape, or when another opens.
  const menus = () => document.querySelectorAll(".shell-menu[open]");
  document.addEventListener("click", (event) => {
    for (const menu of menus()) if (!menu.contains(event.target)) menu.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    for (const menu of menus()) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  });

  // In a map the arrow keys go from square to square; the tabulator goes through them in any case.
  const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -16, ArrowDown: 16 };
  document.addEventListener("keydown", (event) => {
    const cell = event.target.closest("[data-grid] [data-cell]");
    const step = steps[event.key];
    if (!cell || !step) return;
    event.preventDefault();
    const grid = cell.closest("[data-grid]");
    for (let at = Number(cell.dataset.cell) + step; at >= 0 && at < 1024; at += step) {
      const next = grid.querySelector(`[data-cell="${at}"]`);
      if (next) {
        next.focus();
        return;
      }
    }
  });

  const say = (text) => {
    const region = document.getElementById("live-region");
    if (region && text) region.textContent = text;
  };

  document.addEventListener("click", async (event) => {
    const button = event.target.closest("[data-copy]");
    if (!button) return;
    const text = document.querySelector(button.dataset.copy).textContent.trim();
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector(button.dataset.copy));
      getSelection().removeAllRanges();
      getSelection().addRange(range);
      document.execCommand("copy");
    }
    say(document.body.dataset.copied);
    const label = button.querySelector("span");
    if (label) label.textContent = document.body.dataset.copied;
  });

  // A password that one can read is typed right; it is hidden again before it is sent, so that browsers offer to keep it.
  const show = (button, shown) => {
    button.setAttribute("aria-pressed", String(shown));
    document.querySelector(button.dataset.show).type = shown ? "text" : "password";
  };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-show]");
    if (button) show(button, button.getAttribute("aria-pressed") !== "true");
  });
  document.addEventListener("submit", (event) => {
    for (const button of event.target.querySelectorAll("[data-show]")) show(button, false);
  });

  // What takes seconds says so, and is not sent twice.
  document.addEventListener("submit", (event) => {
    const form = event.target;
    const said = form.dataset.busy && form.querySelector("[role=status]");
    if (!said) return;
    form.setAttribute("aria-busy", "true");
    said.textContent = form.dataset.busy;
    if (event.submitter) setTimeout(() => { event.submitter.disabled = true; });
  });

  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-check-all]");
    if (!button) return;
    for (const box of button.form.elements) if (box.name === button.dataset.checkAll) box.checked = true;
  });

  // Ages go on counting while the page is open.
  const ageText = (seconds) => {
    const of = (pattern, n) => pattern.replace("#", String(Math.floor(n)));
    if (seconds < 60) return of(root.dataset.ageS, Math.max(0, seconds));
    if (seconds < 3600) return of(root.dataset.ageM, seconds / 60);
    if (seconds < 172800) return of(root.dataset.ageH, seconds / 3600);
    return of(root.dataset.ageD, seconds / 86400);
  };
  const tick = () => {
    const now = Date.now() + skew;
    for (const element of document.querySelectorAll("time[data-age]")) {
      const text = ageText((now - Date.parse(element.dateTime)) / 1000);
      if (element.textContent !== text) element.textContent = text;
    }
  };
  setInterval(tick, 1000);

  // The search box must not fire while Chinese is being composed.
  document.addEventListener("input", (event) => {
    if (event.isComposing) event.stopImmediatePropagation();
  }, true);
  document.addEventListener("compositionend", (event) => {
    event.target.dispatchEvent(new Event("input", { bubbles: true }));
  });

  // The person's time zone, for pages made on the server.
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  if (zone && !document.cookie.includes("zone=" + zone)) {
    document.cookie = "zone=" + zone + "; path=/; max-age=31536000; samesite=lax" + (location.protocol === "https:" ? "; secure" : "");
  }

  document.addEventListener("DOMContentLoaded", () => {
    // In a narrow window the sections are a bar that scrolls sideways.
    const here = document.querySelector(".shell-nav [aria-current]");
    if (here) here.scrollIntoView({ block: "nearest", inline: "center" });
    const wanted = document.querySelector("[data-focus]");
    if (wanted) wanted.focus();
    live();
  });
  document.addEventListener("htmx:after:swap", () => {
    tick();
    const told = document.querySelector("[data-announce]");
    if (told) say(told.textContent.trim());
  });

  // Live regions: the server only says "something changed", the region then fetches itself again.
  function live() {
    if (!document.querySelector("[data-live]")) return;
    let last = 0;
    let planned = 0;
    let polling = 0;
    const refresh = () => {
      planned = 0;
      last = Date.now();
      for (const region of document.querySelectorAll("[data-live]")) htmx.trigger(region, "live");
    };
    const plan = () => {
      if (!planned) planned = setTimeout(refresh, Math.max(50, last + 400 - Date.now()));
    };
    const mark = (kind) => {
      for (const element of document.querySelectorAll("[data-live-mark]")) {
        element.dataset.on = kind;
        element.textContent = kind === "stream" ? element.dataset.stream : element.dataset.polling;
      }
    };
    const poll = () => {
      mark("polling");
      if (!polling) polling = setInterval(plan, 5000);
    };
    // A hidden page needs no stream: browsers open only six connections to one host.
    let source = null;
    const connect = () => {
      const acting = document.body.dataset.acting;
      const address = document.querySelector("[data-live]").dataset.live;
      source = new EventSource(acting && !address.includes("tenant=") ? address + "&tenant=" + acting : address);
      source.addEventListener("changed", plan);
      // What another replica of the portal wrote is seen at the latest now.
      source.addEventListener("alive", plan);
      source.addEventListener("hello", () => {
        clearInterval(polling);
        polling = 0;
        mark("stream");
        plan();
      });
      const mine = source;
      source.addEventListener("error", () => {
        if (mine !== source) return;
        poll();
        if (mine.readyState === EventSource.CLOSED) setTimeout(() => mine === source && connect(), 30000);
      });
    };
    const disconnect = () => {
      if (source) source.close();
      source = null;
      clearInterval(polling);
      polling = 0;
    };
    addEventListener("pagehide", disconnect);
    document.addEventListener("visibilitychange", () => {
      disconnect();
      if (document.visibilityState === "visible") connect();
    });
    connect();
  }
})();
