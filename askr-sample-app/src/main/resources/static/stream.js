/**
 * The live stream without a gap or a repetition: the stream is opened first, then the snapshot is taken, and what came
 * on the stream in the meantime is laid over it. Every reconnection does the same again.
 */
export function follow({ onState, onSnapshot, onQuake, onStats }) {
  let source;
  let round = 0;

  function open() {
    source = new EventSource("api/stream");
    source.addEventListener("hello", () => snapshot(++round));
    source.addEventListener("quake", (event) => onQuake(JSON.parse(event.data)));
    source.addEventListener("stats", (event) => onStats(JSON.parse(event.data)));
    source.addEventListener("error", lost);
  }

  function lost() {
    round++;
    onState("lost");
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(open, 3000);
    }
  }

  async function snapshot(mine) {
    const since = new Map();
    const remember = (event) => {
      const quake = JSON.parse(event.data);
      since.set(quake.id, quake);
    };
    const listening = source;
    listening.addEventListener("quake", remember);
    try {
      const response = await fetch("api/stats", { cache: "no-store" });
      if (!response.ok) {
        throw new Error(`/api/stats answered ${response.status}`);
      }
      const body = await response.json();
      if (mine === round) {
        onSnapshot(body, since);
        onState("live");
      }
    } catch (failure) {
      console.warn("No snapshot, trying again", failure);
      setTimeout(() => mine === round && snapshot(mine), 2000);
    } finally {
      listening.removeEventListener("quake", remember);
    }
  }

  open();
}
