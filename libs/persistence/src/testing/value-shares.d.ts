import { type RecordType } from '@content-service/domain';
import type { Share } from '@content-service/domain/internal/access';
import type { Field } from '@content-service/domain/internal/model';
/** Fields by which shares decide, with the values of records. */
export declare const VALUE_FIELDS: Readonly<Record<string, Field>>;
export declare const FIELD_VALUES: Readonly<Record<keyof typeof VALUE_FIELDS, readonly unknown[]>>;
/** Shares by the values of the record. */
export declare const VALUE_SHARES: readonly Share[];
/** Shares by the values of the record behind a link. */
export declare const listLinkedValueShares: (link: string, { attributes }: RecordType) => readonly Share[];
//# sourceMappingURL=value-shares.d.ts.map