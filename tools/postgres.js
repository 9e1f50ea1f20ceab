import { randomBytes } from 'node:crypto';
import { Cluster } from "./postgres-cluster.js";
import { childrenOf, end, freePort, killIfThere, serve } from "./postgres-server.js";
/** Starts a real PostgreSQL in a temporary folder, on a free port of 127.0.0.1, as root or not. */
export async function startPostgres(options = {}) {
    const password = randomBytes(18).toString('base64url');
    const settings = settingsFor(options);
    const cluster = await Cluster.create(password);
    try {
        const port = await freePort();
        const start = () => serve(cluster, { ...settings, port: String(port) });
        const url = `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`;
        return handle(cluster, url, start, await start());
    }
    catch (error) {
        await cluster.remove();
        throw error;
    }
}
function handle(cluster, url, start, first) {
    let server = first;
    return {
        url,
        dataDir: cluster.dataDir,
        get pid() {
            return server.pid;
        },
        async stop() {
            await end(server, 'SIGINT'); // "fast": ends sessions, writes everything
            await cluster.remove();
        },
        async kill() {
            const sessions = childrenOf(server);
            await end(server, 'SIGKILL');
            sessions.forEach(killIfThere);
        },
        async restart() {
            await end(server, 'SIGINT');
            server = await start();
        },
    };
}
function settingsFor({ durable = false, settings = {} }) {
    const fast = {
        fsync: 'off',
        synchronous_commit: 'off',
        full_page_writes: 'off',
        wal_level: 'minimal',
        max_wal_senders: '0',
    };
    const local = {
        listen_addresses: '127.0.0.1',
        unix_socket_directories: '',
        max_connections: '200',
        timezone: 'UTC',
    };
    return { ...local, ...(durable ? {} : fast), ...settings };
}
//# sourceMappingURL=postgres.js.map