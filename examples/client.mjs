// A whole player in plain JavaScript: random legal moves to the end. For Node 22, or a browser's console.
//   node client.mjs http://localhost:8011/       opens a table of its own, with bots
//   node client.mjs http://localhost:8011/t/…    sits down at that table, if its host allows programs
const given = globalThis.process ? process.argv[2] : location.href;
const stop = (text) => (console.error(text), process.exit(1));
if (!/^https?:/.test(given) || !URL.canParse(given)) stop('Say where: node client.mjs http://localhost:8011/');
if (!globalThis.WebSocket) stop('This Node has no WebSocket unless asked: node --experimental-websocket client.mjs …');
let table = /\/t\/([\w-]{22})(?![\w-])/.exec(given)?.[1], seat = null, said, numbers = 0;
const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
const key = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replace('=', ''); // the proof of the seat
const socket = new WebSocket(new URL('/socket', given.replace('http', 'ws')));
const say = (command) => socket.send(JSON.stringify((said = { id: `c${++numbers}`, ...command })));
const enter = (last = said) => (say({ do: 'enter', id: 'enter', table, key }), last?.do === 'play' && say(last)); // again
const end = (text) => (console.log(text), socket.close());
const on = {
  welcome({ version }) {
    if (version !== 1) end(`This client does not know version ${version} of the protocol.`);
    else if (table) enter();
    else say({ do: 'create', setup: { game: 'classic', seats: 3 }, name: 'Random', key, bots: ['easy', 'medium'], start: true });
  },
  table({ id, you, chairs }) {
    const free = chairs.findIndex((chair) => !chair.name);
    [table, seat] = [id, you];
    if (you === null && free < 0) end('There is no free seat.');
    else if (you === null && said.do === 'enter') say({ do: 'sit', seat: free, name: 'Random', program: true });
  },
  update({ at, awaited, view, result }) {
    if (seat !== null && result) end(`Won by seat ${result.winners.join(' and ')}. Points: ${result.points.join(', ')}.`);
    else if (awaited.includes(seat) && !(said.do === 'play' && said.at === at))
      say({ do: 'play', move: view.moves[Math.floor(Math.random() * view.moves.length)], at });
    else if (seat !== null && awaited.includes(-1) && view.over) say({ do: 'ready' });
  },
  out({ code }) { if (code === 'reload') enter(); else end(`Out: ${code}.`); },
  refused({ id, code, params }) {
    if (!/too_fast|stale|not_saved|no_store|no_table_entered/.test(code)) end(`Refused: ${code} ${JSON.stringify(params)}`);
    else if (id === 'enter' || (id === said.id && code === 'too_fast')) setTimeout(id === 'enter' ? enter : say, 1000, said);
  },
};
socket.onmessage = ({ data }) => { const news = JSON.parse(data); on[news.is]?.(news); };
socket.onerror = () => console.log(`There is no server at ${new URL(given).host}.`);
