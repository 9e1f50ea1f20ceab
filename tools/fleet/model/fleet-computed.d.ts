import { type record } from '@content-service/domain';
import type { GeneratorValue } from 'fast-check';
type Computed = NonNullable<Parameters<typeof record>[0]['computed']>;
/** C16.2: values that code computes, with columns or without. */
export declare const drawComputed: (g: GeneratorValue) => Computed;
export {};
//# sourceMappingURL=fleet-computed.d.ts.map