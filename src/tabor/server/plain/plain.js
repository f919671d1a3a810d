// A plain page: lists games, makes rooms and plays them with buttons. It knows no rules, and shows all a client needs.

const main = document.getElementById("main");
const said = document.getElementById("said");

function make(tag, text = "", more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

function button(text, onclick) {
  return make("button", text, { onclick, type: "button" });
}

async function ask(path, body) {
  const options = body ? { method: "POST", body: JSON.stringify(body), headers: { "content-type": "application/json" } } : {};
  const answer = await fetch(path, options);
  const tree = await answer.json();
  if (!answer.ok) {
    said.textContent = tree.text;
    throw new Error(tree.text);
  }
  return tree;
}

function hexDigits() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// ---- the list ----

async function showList() {
  const { games } = await ask("/api/games");
  const { rooms } = await ask("/api/rooms");
  main.replaceChildren(...games.map(gameForm), make("h2", "Open games"), roomList(rooms));
}

function gameForm(game) {
  const form = make("fieldset");
  form.append(make("legend", game.title));
  const inputs = game.options.map((option) => {
    const input = option.values.length ? make("select") : make("input", "", { value: option.default });
    input.append?.(...option.values.map((value) => make("option", value, { selected: value === option.default })));
    const label = make("label", `${option.name} `);
    label.append(input);
    form.append(label);
    return [option.name, input];
  });
  const options = () => Object.fromEntries(inputs.map(([name, input]) => [name, input.value]));
  const computer = `level${Math.min(4, game.levels)}`;
  form.append(make("br"));
  form.append(button("Against the computer", () => newRoom(game, options(), computer)));
  form.append(button("With a friend", () => newRoom(game, options(), "open")));
  form.append(button("All at this screen", () => newRoom(game, options(), "me")));
  return form;
}

function roomList(rooms) {
  const list = make("ul");
  for (const room of rooms) {
    const line = make("li");
    line.append(make("a", `${room.game}, ${room.seats.map((seat) => seat.who || seat.kind).join(" – ")}, ${room.status}`, { href: `/plain#${room.id}` }));
    list.append(line);
  }
  return list;
}

async function newRoom(game, options, other) {
  const { seats } = await ask("/api/seats", { game: game.name, options });
  const { commitment } = await ask("/api/dice", {});
  const wanted = seats.map((_, number) => (number ? other : "me"));
  const made = await ask("/api/rooms", { game: game.name, options, seats: wanted, number: hexDigits(), commitment, listed: other === "open" });
  remember(made.room, Object.values(made.secrets));
  location.hash = made.room;
}

function remember(room, secrets) {
  localStorage.setItem(`seats ${room}`, JSON.stringify(secrets));
}

function remembered(room) {
  return JSON.parse(localStorage.getItem(`seats ${room}`) ?? "[]");
}

// ---- a room ----

let socket = null;
let board = null;
let seen = null;
let lines = [];
let path = [];

async function enter(id) {
  const room = await ask(`/api/rooms/${id}`);
  if (room.status === "waiting" && !remembered(id).length && confirm("Sit down in this room?")) {
    const { secret } = await ask(`/api/rooms/${id}/sit`, { number: hexDigits() });
    remember(id, [secret]);
  }
  connect(id);
}

function connect(id) {
  socket?.close();
  const mine = (socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${id}/socket`));
  mine.onopen = () => mine.send(JSON.stringify({ type: "hello", secrets: remembered(id) }));
  mine.onmessage = (event) => hear(JSON.parse(event.data));
  mine.onclose = () => mine === socket && setTimeout(() => mine === socket && connect(id), 1000);
}

function hear(message) {
  if (message.type === "refused") said.textContent = message.text;
  if (message.type === "hint") said.textContent = `The computer would play ${message.action}.`;
  if (message.type === "rematch") {
    remember(message.room, Object.values(message.secrets));
    location.hash = message.room;
  }
  if (message.type === "room" || message.type === "update") {
    path = [];
    lines = message.type === "room" ? (message.view?.log ?? []) : [...lines, ...message.view.log];
    seen = message.type === "room" ? message.view : updated(seen, message.view);
    board = seen?.board ?? board;
    showRoom(message.room, seen);
  }
}

function updated(view, told) {
  const after = { ...view, ...told };
  for (const name of ["pieces", "panels", "choices"]) {
    if (told[name]) after[name] = told[name].map((part) => (typeof part === "number" ? view[name][part] : part));
  }
  for (const name of told.gone ?? []) delete after[name];
  return after;
}

function send(type, room, more = {}) {
  said.textContent = "";
  socket.send(JSON.stringify({ type, id: hexDigits(), number: room.number, ...more }));
}

function words(message) {
  const value = (arg) => (Array.isArray(arg) ? arg.map(words).join(", ") : arg?.id ? words(arg) : arg);
  return [message.id, ...Object.values(message.args).map(value)].join(" ");
}

function showRoom(room, view) {
  const seats = room.seats.map((seat) => `${seat.name}: ${seat.who || seat.kind}${seat.clock === null ? "" : ` ${seat.clock} s`}`);
  main.replaceChildren(make("p", `${room.game}, ${room.status}; ${seats.join("; ")}`));
  if (!view) return main.append(make("p", "Give this page's address to whoever shall sit down."));
  main.append(make("p", view.outcome ? `${words(view.outcome.result)}: ${words(view.outcome.reason)}` : words(view.status)));
  const next = path.reduce((nodes, node) => node.then, view.choices);
  const choose = (node) => {
    if (node.action !== undefined) return send("act", room, { action: node.action });
    path.push(node);
    showRoom(room, view);
  };
  main.append(boardTable(view, next, choose), choiceButtons(next, choose, room, view), roomButtons(room), panels(view), logList());
}

function boardTable(view, next, choose) {
  const table = make("table", "", { className: "board" });
  for (let y = board.height - 1; y >= 0; y--) {
    const row = table.insertRow();
    for (const cell of board.cells.filter((cell) => cell.y === y)) row.append(boardCell(view, cell, next, choose));
  }
  return table;
}

function boardCell(view, cell, next, choose) {
  const pieces = view.pieces.filter((piece) => piece.cells.includes(cell.cell)).sort((a, b) => b.layer - a.layer);
  const owner = pieces[0] ? ["▲", "▼", "●", "◆"][pieces[0].owner] ?? "" : "";
  const element = make("td", pieces[0] ? owner + pieces[0].sign : board.grounds[cell.ground]);
  element.title = [cell.cell, cell.ground, ...pieces.map((piece) => piece.kind)].join(" ");
  const node = next.find((node) => node.click.cell === cell.cell);
  if (node) {
    element.className = "can";
    element.onclick = () => choose(node);
  }
  return element;
}

function choiceButtons(next, choose, room, view) {
  const list = make("p");
  for (const { click, ...node } of next) {
    const text = click.label ? words(click.label) : (click.cell ?? [click.panel, click.item].filter(Boolean).join(" "));
    list.append(button(text, () => choose({ click, ...node })));
  }
  if (path.length) list.append(button("back", () => (path.pop(), showRoom(room, view))));
  return list;
}

function roomButtons(room) {
  const list = make("p");
  if (room.mine.length && room.status === "playing") {
    for (const type of ["undo", "hint", "draw", "resign"]) list.append(button(type, () => send(type, room)));
    if (room.claim_after === 0) list.append(button("claim", () => send("claim", room)));
  }
  if (room.mine.length && room.status === "over") list.append(button("rematch", () => send("rematch", room)));
  for (const [offer, seat] of Object.entries(room.offers)) {
    if (seat === null || room.mine.includes(seat)) continue;
    for (const yes of [true, false]) list.append(button(`${offer}: ${yes ? "yes" : "no"}`, () => send("answer", room, { offer, yes })));
  }
  if (room.dice) list.append(make("small", ` dice: ${room.dice.seed ?? room.dice.commitment}`));
  if (room.dice?.seed) list.append(button("check the dice", () => checkDice(room.dice)));
  return list;
}

async function checkDice(dice) {
  const bytes = Uint8Array.from(dice.seed.match(/../g), (pair) => parseInt(pair, 16));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  const hex = Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
  said.textContent = hex === dice.commitment ? "The bits are those that were fixed before the match." : "The bits are others!";
}

function panels(view) {
  const list = make("div", "", { className: "panels" });
  for (const panel of view.panels) {
    const box = make("div");
    box.append(make("strong", words(panel.title)));
    for (const item of panel.items) box.append(make("div", `${item.kind} × ${item.count}`));
    for (const fact of panel.facts) box.append(make("div", `${words(fact.label)}: ${fact.value}`));
    list.append(box);
  }
  return list;
}

function logList() {
  const list = make("ol", "", { id: "log" });
  list.append(...lines.slice(-50).map((line) => make("li", words(line.message), { value: line.ply })));
  return list;
}

function start() {
  if (location.hash.length > 1) enter(location.hash.slice(1));
  else showList();
}

window.onhashchange = start;
start();
