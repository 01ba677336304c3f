import { choose, drawQuake, drawWorld, onPoint, removeQuake } from "./map.js";
import { details, magnitude, showFigures, showList, showNetworks, showSubscribers } from "./panels.js";
import { follow } from "./stream.js";

const MOST_QUAKES = 10_000;
const ROWS = 14;
const LIST_EVERY_MS = 400;
const STATES = { connecting: "Connecting", live: "Live", lost: "Connection lost, trying again" };

const quakes = new Map();
const arrived = [];
const readout = document.getElementById("readout");
const panel = document.getElementById("quakes");

let chosenId = null;
let pointedId = null;
let latest = null;
let listStale = true;

function add(quake, live) {
  if (quakes.has(quake.id)) {
    return;
  }
  quakes.set(quake.id, quake);
  drawQuake(quake, live);
  latest = live || !latest || quake.time > latest.time ? quake : latest;
  listStale = true;
  if (quakes.size > MOST_QUAKES) {
    remove(quakes.keys().next().value);
  }
}

function remove(id) {
  quakes.delete(id);
  removeQuake(id);
  listStale = true;
}

function showSnapshot(snapshot, since) {
  const present = new Set([...snapshot.quakes.map((quake) => quake.id), ...since.keys()]);
  [...quakes.keys()].filter((id) => !present.has(id)).forEach(remove);
  snapshot.quakes.reverse().forEach((quake) => add(quake, false));
  since.forEach((quake) => add(quake, false));
  showStats(snapshot);
  showList(ordered(), chosenId);
}

function showStats(stats) {
  showFigures(stats);
  showSubscribers(stats.subscribers);
  showNetworks(stats.regions);
}

function showArrived() {
  arrived.splice(0).forEach((quake) => add(quake, true));
  document.getElementById("empty").hidden = quakes.size > 0;
  describe();
}

function arrive(quake) {
  if (arrived.push(quake) === 1) {
    setTimeout(showArrived, 30);
  }
  if (quake.magnitude >= 4.5) {
    document.getElementById("announce").textContent = `Magnitude ${magnitude(quake.magnitude)}, ${quake.place}`;
  }
}

function describe() {
  const quake = quakes.get(pointedId) ?? quakes.get(chosenId) ?? latest;
  if (quake) {
    readout.textContent = `M ${magnitude(quake.magnitude)} · ${quake.place} · ${details(quake, true)}`;
  }
}

function ordered() {
  const order = document.querySelector("input[name=order]:checked").value;
  const all = [...quakes.values()];
  all.sort(order === "latest"
    ? (a, b) => b.time.localeCompare(a.time)
    : (a, b) => b.magnitude - a.magnitude || b.time.localeCompare(a.time));
  return all.slice(0, ROWS);
}

function beingRead() {
  const list = document.getElementById("list");
  return list.matches(":hover") || list.contains(document.activeElement);
}

function refreshList() {
  const held = listStale && beingRead();
  document.getElementById("held").hidden = !held;
  if (listStale && !held) {
    showList(ordered(), chosenId);
    listStale = false;
  }
}

function pick(id) {
  chosenId = chosenId === id ? null : id;
  choose(chosenId);
  panel.querySelectorAll("button").forEach((button) => {
    button.setAttribute("aria-pressed", String(button.dataset.id === chosenId));
  });
  describe();
}

drawWorld();
onPoint((id) => {
  pointedId = id;
  describe();
});
document.getElementById("list").addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button) {
    pick(button.dataset.id);
  }
});
document.querySelectorAll("input[name=order]").forEach((input) => {
  input.addEventListener("change", () => showList(ordered(), chosenId));
});
setInterval(refreshList, LIST_EVERY_MS);

follow({
  onState(state) {
    const link = document.getElementById("link");
    link.dataset.state = state;
    link.firstElementChild.textContent = STATES[state];
  },
  onSnapshot(snapshot, since) {
    showSnapshot(snapshot, since);
    showArrived();
  },
  onQuake: arrive,
  onStats: showStats,
});
