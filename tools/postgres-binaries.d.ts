/** The account that PostgreSQL runs under; undefined means: the one that runs this. */
export type Account = {
    uid: number;
    gid: number;
} | undefined;
export interface Binaries {
    initdb: string;
    postgres: string;
}
/** PostgreSQL refuses to run as root, so root borrows an account that owns nothing. */
export declare function unprivilegedAccount(): Account;
/**
 * The installed binaries, or copies in `folder` when the account cannot reach them:
 * a checkout under /root, or one installed with a strict umask.
 */
export declare function reachableBinaries(installed: Binaries, account: Account, folder: string): Binaries;
export declare function installedBinaries(): Promise<Binaries>;
//# sourceMappingURL=postgres-binaries.d.ts.map