type Values = Readonly<Record<string, unknown>>;
interface Problem {
    readonly path: readonly [string];
    readonly message: string;
}
/** C16.3: two numbers in their order, and a word that each later version must keep. */
export declare const checkFleet: ({ label, low, high }: Values, previous: Values | null) => readonly Problem[];
export {};
//# sourceMappingURL=fleet-check.d.ts.map