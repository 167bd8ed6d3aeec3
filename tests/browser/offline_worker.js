// Offline workers, driven as the page does: `devices[number]` is a worker with one connection.
(() => {
  const devices = [];
  const device = ({ worker, load }) => {
    const own = { worker: new Worker(worker, { type: 'module' }), saves: true, share: 0, heard: [], update: null };
    let look = () => undefined;
    own.worker.onmessage = ({ data }) => {
      if (data.is === 'ready') own.worker.postMessage({ is: 'open', line: 1 });
      if (data.is === 'saves') own.saves = data.saves;
      if (data.is === 'progress') own.share = data.share;
      own.failed ??= data.is === 'failed' ? data.why : undefined;
      if (data.is === 'frame') own.heard.push(JSON.parse(data.frame));
      if (own.heard.at(-1)?.is === 'update') own.update = own.heard.at(-1);
      look();
    };
    own.until = (wanted) =>
      new Promise((resolve, reject) => {
        setTimeout(() => reject(new Error(`waited in vain: ${wanted}`)), 120_000);
        look = () => {
          const found = wanted();
          if (found) resolve(found);
        };
        look();
      });
    own.say = async (command) => {
      const id = crypto.randomUUID();
      await own.until(() => own.failed ?? own.heard.length);
      own.worker.postMessage({ is: 'frame', line: 1, frame: JSON.stringify({ ...command, id }) });
      return own.until(() => own.heard.find((news) => news.id === id));
    };
    // Plays the first legal move, a number of times or to the end.
    own.play = async (times = Infinity) => {
      for (let played = 0; played < times; ) {
        await own.until(() => own.update && (own.update.result || own.update.view.moves?.length));
        if (own.update.result) break;
        const { view, at } = own.update;
        const answer = await own.say({ do: 'play', move: view.moves[0], at });
        if (answer.is === 'done') played += 1;
        else if (answer.code !== 'stale') return answer;
        await own.until(() => own.update.at > at);
      }
      return own.update;
    };
    own.worker.postMessage({ is: 'load', ...load });
    return devices.push(own) - 1;
  };
  Object.assign(window, { devices, device });
})();
