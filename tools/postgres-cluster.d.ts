import { type ChildProcess } from 'node:child_process';
import { type Binaries } from './postgres-binaries.ts';
/** A temporary folder with a database cluster in it, and the guard that ends and removes both with its maker. */
export declare class Cluster {
    #private;
    readonly dataDir: string;
    private constructor();
    static create(password: string): Promise<Cluster>;
    /** Starts one of the binaries; whoever dies first, it or we, no process is left. */
    run(binary: keyof Binaries, args: string[]): Promise<ChildProcess>;
    /** What the newest process said before it failed. */
    lastWords(): string;
    remove(): Promise<void>;
}
//# sourceMappingURL=postgres-cluster.d.ts.map