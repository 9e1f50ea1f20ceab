import type { ChildProcess } from 'node:child_process';
import type { Cluster } from './postgres-cluster.ts';
/** Sessions of a killed server may hold its memory for a moment longer: then it starts at the next try. */
export declare function serve(cluster: Cluster, settings: Record<string, string>): Promise<ChildProcess>;
export declare function end(server: ChildProcess, signal: NodeJS.Signals): Promise<void>;
/** Elsewhere than on Linux the list stays empty, and sessions notice by themselves that their server is gone. */
export declare function childrenOf({ pid }: ChildProcess): number[];
export declare function killIfThere(pid: number): void;
export declare function freePort(): Promise<number>;
//# sourceMappingURL=postgres-server.d.ts.map