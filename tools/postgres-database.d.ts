export interface TestDatabase {
    readonly url: string;
    /** Ends what is still connected, and drops the database. */
    drop(): Promise<void>;
}
export interface Template {
    /** Test files that name the same template share it. */
    name: string;
    /** Brings an empty database to what every copy starts from: migrations, most of the time. Closes its connections. */
    prepare(url: string): Promise<void>;
}
/** A database of its own for one test file: empty, or a copy of a template that the first caller prepares. */
export declare function createDatabase(serverUrl: string, template?: Template): Promise<TestDatabase>;
//# sourceMappingURL=postgres-database.d.ts.map