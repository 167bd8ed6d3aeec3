// Makes a table through a socket of its own, and remembers its seat as the page would; its path.
([setup, bots]) =>
  new Promise((resolve, reject) => {
    const bytes = String.fromCharCode(...crypto.getRandomValues(new Uint8Array(32)));
    const key = btoa(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const socket = new WebSocket(new URL('/socket', location.href.replace(/^http/, 'ws')));
    socket.onmessage = ({ data }) => {
      const news = JSON.parse(data);
      if (news.is === 'welcome')
        socket.send(JSON.stringify({ do: 'create', id: 'c', setup, name: 'Ada', key, bots, start: true }));
      if (news.is === 'refused') reject(new Error(news.code));
      if (news.is !== 'done') return;
      const place = { table: news.table, key, game: setup.game, when: Date.now() };
      localStorage.setItem('elfer.places', JSON.stringify([place]));
      socket.close();
      resolve(`/t/${news.table}`);
    };
    socket.onerror = () => reject(new Error('no socket'));
  });
