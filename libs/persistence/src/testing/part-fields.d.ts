import type { Field } from '@content-service/domain/internal/model';
/** Fields with parts of all kinds. */
export declare const PART_FIELDS: Readonly<Record<string, Field>>;
/** The values of records, with members in the order in which PostgreSQL keeps JSON: short names first. */
export declare const PART_VALUES: Readonly<Record<keyof typeof PART_FIELDS, readonly unknown[]>>;
//# sourceMappingURL=part-fields.d.ts.map