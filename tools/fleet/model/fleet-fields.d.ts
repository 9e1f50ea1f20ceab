import type { FieldKind } from '@content-service/domain/internal/model';
import { type DrawField } from './fleet-parts.ts';
/** All kinds but links, which types have that know other types. */
export type DrawnKind = Exclude<FieldKind, 'one' | 'many'>;
/** A field of each kind with random options. */
export declare const FIELDS: Readonly<Record<DrawnKind, DrawField>>;
//# sourceMappingURL=fleet-fields.d.ts.map