// A plain page that plays any game against bots: a proof of the round trip, without looks.
const byId = (id) => document.getElementById(id);
const random = (bytes) => btoa(String.fromCharCode(...crypto.getRandomValues(new Uint8Array(bytes))))
  .replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const key = sessionStorage.key_ ??= random(32);
let socket, at = 0, table = sessionStorage.table, waiting = new Map();

function send(command) {
  command.id ??= random(9);
  waiting.set(command.id, command);
  if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(command));
}

const hear = {
  welcome: () => {
    byId("says").textContent = "Connected.";
    for (const command of waiting.values()) socket.send(JSON.stringify(command));
    if (table) send({ do: "enter", table, key, at });
  },
  done: (news) => {
    waiting.delete(news.id);
    if (news.table) sessionStorage.table = table = news.table;
  },
  refused: (news) => {
    waiting.delete(news.id);
    byId("says").textContent = `${news.code} ${JSON.stringify(news.params)}`;
    if (news.code === "no_table") table = undefined;
  },
  table: (news) => { byId("says").textContent = news.chairs.map((chair) => chair.name).join(", "); },
  update: (news) => {
    at = news.at;
    for (const event of news.events) byId("log").append(Object.assign(document.createElement("li"), { textContent: JSON.stringify(event) }));
    byId("view").textContent = JSON.stringify(news.view, null, 1);
    byId("moves").replaceChildren(...news.view.moves.map((move) => {
      const button = Object.assign(document.createElement("button"), { textContent: move });
      button.onclick = () => send({ do: "play", move, at });
      return button;
    }));
    if (news.result) byId("says").textContent = `Points: ${news.result.points.join(", ")}`;
  },
};

function connect() {
  socket = new WebSocket(`${location.origin.replace("http", "ws")}/socket`);
  socket.onmessage = ({ data }) => { const news = JSON.parse(data); hear[news.is]?.(news); };
  socket.onclose = () => { byId("says").textContent = "Connecting again…"; setTimeout(connect, 1000); };
}

const { games } = await (await fetch("/api/games")).json();
byId("game").append(...games.map((game) => new Option(game.titles.en, game.id)));
byId("new").onclick = () => {
  const { id, seats } = games.find((game) => game.id === byId("game").value);
  const count = seats.includes(3) ? 3 : seats[0];
  byId("log").replaceChildren();
  send({ do: "create", setup: { game: id, seats: count }, name: "You", key, bots: Array(count - 1).fill("easy"), start: true });
};
connect();
