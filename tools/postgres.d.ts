export interface PostgresOptions {
    /** Write to disk as in production, so that kill -9 loses nothing. Tests that do not look at that run faster without. */
    durable?: boolean;
    /** Further settings of postgresql.conf, as `{ work_mem: '8MB' }`. */
    settings?: Record<string, string>;
}
export interface Postgres {
    /** Superuser, database `postgres`. Stays the same through `kill` and `restart`. */
    readonly url: string;
    /** Of the running server, or of the last one. */
    readonly pid: number;
    readonly dataDir: string;
    /** Ends connections and the server, and removes its folder. May be called twice. */
    stop(): Promise<void>;
    /** kill -9 of the server and its sessions; the folder stays for `restart` or `stop`. */
    kill(): Promise<void>;
    restart(): Promise<void>;
}
/** Starts a real PostgreSQL in a temporary folder, on a free port of 127.0.0.1, as root or not. */
export declare function startPostgres(options?: PostgresOptions): Promise<Postgres>;
//# sourceMappingURL=postgres.d.ts.map