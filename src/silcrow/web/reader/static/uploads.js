// Uploads: each a job that is seen here from its first byte until it is read, also after a reload.

const LOOK = 700; // ms between two looks at a job
const LATELY = 600_000; // ms for which a failure is told of again
const SAID = { waiting: "waits its turn", reading: "is read", done: "read", failed: "could not be read", cancelled: "cancelled" };
const made = (tag, className, text = "") => Object.assign(document.createElement(tag), { className, textContent: text });

/** One line of the list: a file that is sent, then its job. */
class Line {
  constructor(list, name) {
    this.row = list.appendChild(made("li", "job"));
    this.row.append(made("span", "name", name));
    this.said = this.row.appendChild(made("span", "state"));
    this.bar = this.row.appendChild(document.createElement("progress"));
    this.bar.max = 100;
    this.bar.setAttribute("aria-label", name);
    this.button = this.row.appendChild(made("button", "plain", "Cancel"));
    this.button.type = "button";
  }

  /** Say how far it is; without a percentage the bar only moves. */
  say(words, percent) {
    this.said.textContent = words;
    if (percent === undefined) this.bar.removeAttribute("value");
    else this.bar.value = percent;
  }

  /** Ask for the password of what is locked, and try again with it. */
  unlock(words, again) {
    this.said.textContent = words;
    this.bar.remove();
    const form = made("form", "unlock");
    const field = Object.assign(document.createElement("input"), { type: "password", required: true, placeholder: "Password" });
    field.setAttribute("aria-label", "Password");
    form.append(field, made("button", "plain", "Try again"));
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.row.remove();
      again(field.value);
    });
    this.button.replaceWith(form);
    field.focus();
  }

  end(state, words) {
    this.row.classList.add(state);
    this.said.textContent = words;
    this.bar.remove();
    this.button.remove();
  }
}

/** Follow a job until it has ended. */
async function follow(line, job, onDone, again) {
  line.button.onclick = async () => {
    const answer = await fetch(`/api/v1/jobs/${job.job}`, { method: "DELETE" });
    if (!answer.ok) line.say((await answer.json()).detail);
  };
  while (["waiting", "reading"].includes(job.state)) {
    line.say(SAID[job.state], job.state === "waiting" ? 0 : undefined);
    await new Promise((go) => setTimeout(go, LOOK));
    const answer = await fetch(`/api/v1/jobs/${job.job}`);
    if (!answer.ok) return line.end("failed", "The server has forgotten it.");
    job = await answer.json();
  }
  if (again && ["encrypted", "wrong_password"].includes(job.error?.code)) return line.unlock(job.error.message, again);
  if (job.state === "failed") return line.end("failed", [job.error.message, job.error.hint].filter(Boolean).join(" · "));
  line.end(job.state, SAID[job.state]);
  if (job.state !== "done") return;
  for (const { doc_id, outcome } of job.result.documents) {
    const link = Object.assign(document.createElement("a"), { href: `/read/${encodeURIComponent(doc_id)}`, textContent: "Read it" });
    line.said.textContent = outcome === "same" ? "was here already" : SAID.done;
    line.row.append(link);
  }
  onDone();
}

/** Send one file; XMLHttpRequest tells how much of it has gone. */
function send(list, file, onDone, password = "") {
  const line = new Line(list, file.name);
  const request = new XMLHttpRequest();
  const form = new FormData();
  form.append("file", file);
  if (password) form.append("password", password);
  request.open("POST", `/api/v1/documents?${new URLSearchParams({ name: file.name })}`);
  request.upload.onprogress = ({ loaded, total }) => line.say("is sent", (100 * loaded) / Math.max(1, total));
  request.onload = () => {
    let found;
    try {
      found = JSON.parse(request.responseText);
    } catch {
      found = { detail: "The server did not answer." };
    }
    if (request.status === 202) follow(line, found, onDone, (told) => send(list, file, onDone, told));
    else line.end("failed", [found.detail, found.hint].filter(Boolean).join(" · "));
  };
  request.onerror = () => line.end("failed", "The connection was lost while it was sent.");
  request.onabort = () => line.end("cancelled", SAID.cancelled);
  line.button.onclick = () => request.abort();
  line.say("is sent", 0);
  request.send(form);
}

/** The list of documents as it is now, in the place of what it was. */
async function renew() {
  const page = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  for (const id of ["books", "count"]) {
    const [old, now] = [document.getElementById(id), page.getElementById(id)];
    if (old && now) old.replaceWith(document.importNode(now, true));
    else if (now) return location.reload(); // the library was empty, and its page is another
  }
  document.dispatchEvent(new Event("renewed"));
}

export async function uploads(section) {
  if (!section) return;
  const list = section.querySelector("#jobs");
  const zone = section.querySelector("#dropzone");
  const files = section.querySelector("#files");
  const take = (chosen) => [...chosen].forEach((file) => send(list, file, renew));
  files.addEventListener("change", () => {
    take(files.files);
    files.value = "";
  });
  addEventListener("dragover", (event) => {
    event.preventDefault();
    zone.classList.add("over");
  });
  addEventListener("dragleave", (event) => event.relatedTarget ?? zone.classList.remove("over"));
  addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("over");
    take(event.dataTransfer.files);
  });
  const answer = await fetch("/api/v1/jobs");
  if (!answer.ok) return;
  const lately = (job) => job.state === "failed" && Date.now() - Date.parse(job.created) < LATELY;
  for (const job of (await answer.json()).jobs)
    if (["waiting", "reading"].includes(job.state) || lately(job)) follow(new Line(list, job.name), job, renew);
}
