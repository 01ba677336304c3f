import { landPath } from "./land.js";

const SVG = "http://www.w3.org/2000/svg";
const MOST_RINGS = 40;

const dots = document.getElementById("dots");
const rings = document.getElementById("rings");
const drawn = new Map();

let chosen = null;

/** Draws what never changes: land, graticule, degrees. */
export function drawWorld() {
  document.getElementById("land").setAttribute("d", landPath());
  let lines = "";
  for (let longitude = -150; longitude <= 150; longitude += 30) {
    lines += `M${longitude} -90V90`;
    label(longitude + 1, 88.6, longitude === 0 ? "0°" : `${Math.abs(longitude)}° ${longitude < 0 ? "W" : "E"}`);
  }
  for (let latitude = -60; latitude <= 60; latitude += 30) {
    lines += `M-180 ${-latitude}H180`;
    label(-179, -latitude - 1, latitude === 0 ? "Equator" : `${Math.abs(latitude)}° ${latitude < 0 ? "S" : "N"}`);
  }
  document.getElementById("graticule").setAttribute("d", lines);
}

/** Adds a quake's dot; a live one also sends out a ring. */
export function drawQuake(quake, live) {
  if (drawn.has(quake.id)) {
    return;
  }
  const dot = circle(quake, live ? "dot fresh" : "dot");
  dot.dataset.id = quake.id;
  dots.append(dot);
  drawn.set(quake.id, dot);
  if (live && rings.childElementCount < MOST_RINGS && !matchMedia("(prefers-reduced-motion: reduce)").matches) {
    const ring = circle(quake, "ring");
    ring.addEventListener("animationend", () => ring.remove());
    rings.append(ring);
  }
}

export function removeQuake(id) {
  drawn.get(id)?.remove();
  drawn.delete(id);
}

/** Marks one dot and brings it to the front; null marks none. */
export function choose(id) {
  chosen?.classList.remove("chosen");
  chosen = drawn.get(id) ?? null;
  if (chosen) {
    chosen.classList.add("chosen");
    dots.append(chosen);
  }
}

/** Calls back with a quake's id while the pointer is on its dot, with null when it leaves. */
export function onPoint(callback) {
  dots.addEventListener("pointerover", (event) => callback(event.target.dataset.id ?? null));
  dots.addEventListener("pointerout", () => callback(null));
}

export function depthClass(depth) {
  if (depth == null) {
    return "unknown";
  }
  return depth <= 35 ? "shallow" : depth <= 70 ? "middle" : depth <= 300 ? "low" : "deep";
}

function circle(quake, className) {
  const element = document.createElementNS(SVG, "circle");
  element.setAttribute("class", className);
  element.setAttribute("cx", quake.longitude);
  element.setAttribute("cy", -quake.latitude);
  element.dataset.depth = depthClass(quake.depth);
  element.style.setProperty("--size", (0.45 * Math.exp(0.32 * Math.max(quake.magnitude, 0))).toFixed(2));
  return element;
}

function label(x, y, text) {
  const element = document.createElementNS(SVG, "text");
  element.setAttribute("x", x);
  element.setAttribute("y", y);
  element.textContent = text;
  document.getElementById("degrees").append(element);
}
