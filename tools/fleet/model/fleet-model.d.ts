import { type ContentModel, type RecordType } from '@content-service/domain';
import { type FieldKind } from '@content-service/domain/internal/model';
import { type GeneratorValue } from 'fast-check';
/** A model with so many declared types beside those of the service. */
export declare const generateFleetModel: (g: GeneratorValue, count: number) => ContentModel;
/** The declared types of the model, in the order in which links lead back. */
export declare const listFleet: ({ types }: ContentModel) => readonly RecordType[];
/** The kinds of all fields of the declared types, also inside of parts. */
export declare const listKinds: (model: ContentModel) => ReadonlySet<FieldKind>;
//# sourceMappingURL=fleet-model.d.ts.map