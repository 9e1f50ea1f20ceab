/** Tests read the libraries' sources, not their builds: the condition has to stand in all three places. */
export declare const fromSource: {
    resolve: {
        conditions: string[];
    };
    ssr: {
        resolve: {
            conditions: string[];
            externalConditions: string[];
        };
    };
};
//# sourceMappingURL=vitest.shared.d.ts.map