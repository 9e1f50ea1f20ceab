import { type RecordType } from '@content-service/domain';
import type { Field } from '@content-service/domain/internal/model';
import { type GeneratorValue } from 'fast-check';
/** Links of all forms, as the random models of the stores have them. */
export declare const drawLinks: (g: GeneratorValue, plural: string, earlier: readonly RecordType[]) => Readonly<Record<string, Field>>;
//# sourceMappingURL=fleet-links.d.ts.map