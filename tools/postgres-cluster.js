import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, closeSync, mkdtempSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installedBinaries, reachableBinaries, unprivilegedAccount, } from "./postgres-binaries.js";
/** A temporary folder with a database cluster in it, and the guard that ends and removes both with its maker. */
export class Cluster {
    dataDir;
    #folder;
    #log;
    #account;
    #guard;
    #binaries;
    constructor(account) {
        this.#account = account;
        this.#folder = mkdtempSync(join(tmpdir(), 'content-service-postgres-'));
        this.#guard = startGuard(this.#folder);
        this.#log = join(this.#folder, 'postgres.log');
        this.dataDir = join(this.#folder, 'data');
        this.#own(this.#folder);
    }
    static async create(password) {
        const cluster = new Cluster(unprivilegedAccount());
        try {
            cluster.#binaries = reachableBinaries(await installedBinaries(), cluster.#account, cluster.#folder);
            await cluster.#initialise(password);
            return cluster;
        }
        catch (error) {
            await cluster.remove();
            throw error;
        }
    }
    /** Starts one of the binaries; whoever dies first, it or we, no process is left. */
    async run(binary, args) {
        const log = openSync(this.#log, 'w');
        const child = spawn(this.#binaries?.[binary] ?? binary, args, {
            ...this.#account,
            cwd: this.#folder,
            env: { PATH: process.env.PATH, LC_ALL: 'C', TZ: 'UTC' }, // and none of the caller's PGOPTIONS or locale
            detached: true, // a Ctrl-C in the terminal is for the program under test, not for its database
            stdio: ['ignore', log, log],
        });
        closeSync(log);
        await once(child, 'spawn');
        this.#watch(child);
        return child;
    }
    /** What the newest process said before it failed. */
    lastWords() {
        return readFileSync(this.#log, 'utf8').trim().split('\n').slice(-15).join('\n');
    }
    async remove() {
        if (this.#guard.exitCode !== null)
            return;
        this.#guard.ref();
        this.#guard.stdin?.end();
        await once(this.#guard, 'exit');
    }
    async #initialise(password) {
        const passwordFile = join(this.#folder, 'password');
        writeFileSync(passwordFile, password, { mode: 0o600 });
        this.#own(passwordFile);
        // One iteration: the password is random, so there is nothing to stretch, and every connection would pay for it.
        const signIn = [
            '--username=postgres',
            `--pwfile=${passwordFile}`,
            '--auth=scram-sha-256',
            '--set=scram_iterations=1',
        ];
        const text = ['--encoding=UTF8', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
        const initdb = await this.run('initdb', ['--pgdata', this.dataDir, '--no-sync', ...signIn, ...text]);
        if (initdb.exitCode === null)
            await once(initdb, 'exit');
        if (initdb.exitCode !== 0)
            throw new Error(`initdb failed:\n${this.lastWords()}`);
    }
    #watch(child) {
        this.#guard.stdin?.write(`${child.pid}\n`);
        child.once('exit', () => this.#guard.stdin?.write('\n'));
        this.#guard.once('exit', () => child.kill('SIGQUIT'));
    }
    #own(path) {
        if (this.#account)
            chownSync(path, this.#account.uid, this.#account.gid);
    }
}
function startGuard(folder) {
    const guard = spawn('/bin/sh', [join(import.meta.dirname, 'postgres-guard.sh'), folder], {
        detached: true,
        stdio: ['pipe', 'ignore', 'ignore'],
    });
    guard.unref();
    const stdin = guard.stdin;
    stdin.unref();
    stdin.on('error', () => { }); // its exit is what we act on
    return guard;
}
//# sourceMappingURL=postgres-cluster.js.map