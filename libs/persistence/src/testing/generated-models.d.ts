import { type ContentModel, type RecordType } from '@content-service/domain';
import { type Field, type LinkField } from '@content-service/domain/internal/model';
import type { Share } from '@content-service/domain/internal/access';
import { type GeneratorValue } from 'fast-check';
type Rights = NonNullable<RecordType['resource']>['rights'];
/** One of the values; the list must not be empty. */
export declare const choose: <Value>(g: GeneratorValue, values: readonly Value[]) => Value;
/** A state by which a share can decide. */
interface StateOfType {
    readonly field: string;
    readonly value: string;
}
/** Shares that follow a link: to what the caller may read, to a state, and to the owner. */
export declare const listLinkShares: ([link, { to }]: readonly [string, LinkField], types: readonly RecordType[]) => readonly Share[];
/** What the shares of a type can ask about. */
interface Asked {
    readonly hasOwner: boolean;
    readonly state?: StateOfType | undefined;
    readonly byLinks?: readonly Share[];
    readonly byValues?: readonly Share[];
}
/** A share for some roles, at least for ADMIN; own records only for a type with an owner. */
export declare const generateShares: (g: GeneratorValue, { hasOwner, state, byLinks, byValues }: Asked) => Rights[string];
/** Links to many: to users, to records of the same type, and to other records. */
export declare const generateManyLinks: (g: GeneratorValue, plural: string, earlier: readonly RecordType[]) => Readonly<Record<string, Field>>;
/** Links in groups, lists and blocks: to users, to records of the same type, and to other records. */
export declare const generatePartLinks: (g: GeneratorValue, earlier: readonly RecordType[]) => Readonly<Record<string, Field>>;
export interface GeneratedModel {
    readonly model: ContentModel;
    /** Whether the model refused the rights that types wanted to use or to follow, so that all types declare their own. */
    readonly isRefused: boolean;
}
/** A model with two to four declared types. */
export declare const generateModel: (g: GeneratorValue) => GeneratedModel;
export {};
//# sourceMappingURL=generated-models.d.ts.map