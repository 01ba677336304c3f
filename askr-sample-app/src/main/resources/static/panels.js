import { depthClass } from "./map.js";

const NETWORKS = {
  ak: "Alaska",
  ci: "Southern California",
  hv: "Hawaii",
  mb: "Montana",
  nc: "Northern California",
  nm: "New Madrid",
  nn: "Nevada",
  pr: "Puerto Rico",
  se: "Southeastern US",
  us: "National and worldwide",
  uu: "Utah",
  uw: "Pacific Northwest",
};

const CLOCK = { hour: "2-digit", minute: "2-digit", hourCycle: "h23", timeZone: "UTC" };
const when = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", ...CLOCK });
const whenInFull = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "medium", timeZone: "UTC", hourCycle: "h23" });
const whole = new Intl.NumberFormat("en");

export const magnitude = (value) => value.toFixed(1).replace("-", "−");

/** When, how deep, what and who says so; in full with year and seconds. */
export function details(quake, inFull = false) {
  const parts = [`${(inFull ? whenInFull : when).format(new Date(quake.time))} UTC`];
  if (quake.depth != null) {
    parts.push(`${Math.max(0, Math.round(quake.depth))} km deep`);
  }
  if (quake.kind !== "earthquake") {
    parts.push(quake.kind);
  }
  parts.push(quake.net);
  return parts.join(" · ");
}

export function showFigures(stats) {
  set("total", whole.format(stats.total));
  set("strong", whole.format(stats.strong));
  set("greatest", stats.greatest == null ? "–" : magnitude(stats.greatest));
  set("networks", whole.format(stats.regions.length));
}

export function showSubscribers(subscribers) {
  document.getElementById("subscribers").replaceChildren(...subscribers.map((subscriber) => {
    const row = element("li", subscriber.lag > 0 ? "behind" : "");
    row.append(
      element("span", "name", subscriber.name),
      element("span", "lag", subscriber.lag > 0 ? `${whole.format(subscriber.lag)} behind` : "up to date"));
    return row;
  }));
}

export function showNetworks(regions) {
  const most = Math.max(1, ...regions.map((region) => region.count));
  document.getElementById("network-list").replaceChildren(...regions.map((region) => {
    const meter = element("meter");
    meter.max = most;
    meter.value = region.count;
    meter.setAttribute("aria-hidden", "true");
    const row = element("li");
    row.append(
      element("span", "name", NETWORKS[region.net] ? `${NETWORKS[region.net]} (${region.net})` : region.net),
      element("span", "count", whole.format(region.count)),
      element("span", "max", `M ${magnitude(region.maxMagnitude)}`),
      meter);
    return row;
  }));
}

export function showList(quakes, chosenId) {
  document.getElementById("list-none").hidden = quakes.length > 0;
  document.getElementById("list").replaceChildren(...quakes.map((quake) => {
    const button = element("button", quake.magnitude >= 4.5 ? "strong" : "");
    button.type = "button";
    button.dataset.id = quake.id;
    button.dataset.depth = depthClass(quake.depth);
    button.setAttribute("aria-pressed", String(quake.id === chosenId));
    button.append(
      element("b", "", magnitude(quake.magnitude)),
      element("span", "place", quake.place || "Place not named"),
      element("small", "", details(quake)));
    const row = element("li");
    row.append(button);
    return row;
  }));
}

function set(id, text) {
  document.getElementById(id).textContent = text;
}

function element(name, className = "", text = "") {
  const created = document.createElement(name);
  created.className = className;
  created.textContent = text;
  return created;
}
