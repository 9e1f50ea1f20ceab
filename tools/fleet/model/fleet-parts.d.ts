import type { Field } from '@content-service/domain/internal/model';
import { type GeneratorValue } from 'fast-check';
/** The words of all choices. */
export declare const WORDS: readonly ["CALM", "LOUD", "A1_B"];
/** Makes a field with random options. */
export type DrawField = (g: GeneratorValue) => Field;
/** Every second field has an index. */
export declare const index: (g: GeneratorValue) => {
    readonly index?: true;
};
/** Where members are: members of groups outside of lists alone have indexes. */
interface Place {
    /** Parts lie at most 4 levels deep, and a list of groups has two of them. */
    readonly levels: number;
    readonly isInList: boolean;
}
/** The members of a group, of a part of a list, or of a block. */
export declare const drawMembers: (g: GeneratorValue, place: Place) => Readonly<Record<string, Field>>;
/** A list of values or of groups. */
export declare const drawList: DrawField;
export {};
//# sourceMappingURL=fleet-parts.d.ts.map