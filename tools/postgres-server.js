import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
const startTimeoutMs = 30_000;
const pollMs = 10;
/** Sessions of a killed server may hold its memory for a moment longer: then it starts at the next try. */
export async function serve(cluster, settings) {
    const args = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
    const deadline = Date.now() + startTimeoutMs;
    for (;;) {
        const server = await cluster.run('postgres', ['-D', cluster.dataDir, ...args]);
        while (isRunning(server) && Date.now() < deadline) {
            if (isReady(cluster, server))
                return released(server);
            await sleep(pollMs);
        }
        const reason = cluster.lastWords();
        await end(server, 'SIGKILL');
        if (!reason.includes('shared memory block') || Date.now() >= deadline) {
            throw new Error(`PostgreSQL did not start:\n${reason}`);
        }
        await sleep(pollMs * 10);
    }
}
/** PostgreSQL writes its pid and its state (eighth line) into this file, for pg_ctl to wait on. */
function isReady({ dataDir }, { pid }) {
    try {
        const lines = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8').split('\n');
        return lines[0] === String(pid) && lines[7]?.trim() === 'ready';
    }
    catch {
        return false; // not yet written
    }
}
/** A program that forgets to stop its server may end all the same; the guard cleans up after it. */
function released(server) {
    server.unref();
    return server;
}
function isRunning(server) {
    return server.exitCode === null && server.signalCode === null;
}
export async function end(server, signal) {
    if (!isRunning(server))
        return;
    server.ref();
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
}
/** Elsewhere than on Linux the list stays empty, and sessions notice by themselves that their server is gone. */
export function childrenOf({ pid }) {
    try {
        return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8')
            .trim()
            .split(' ')
            .filter(Boolean)
            .map(Number);
    }
    catch {
        return [];
    }
}
export function killIfThere(pid) {
    try {
        process.kill(pid, 'SIGKILL');
    }
    catch {
        // it ended with its server
    }
}
export async function freePort() {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address();
    server.close();
    await once(server, 'close');
    return port;
}
//# sourceMappingURL=postgres-server.js.map