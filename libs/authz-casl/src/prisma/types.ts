/* eslint-disable @typescript-eslint/no-explicit-any -- Programs infer from these types, which must equal those of CASL. */
import type { ConditionsRule, ForSubjects } from '../conditions-for.ts'
import type { ForcedSubject } from '../types.ts'

/** The part of the types of a generated client that conditions need. */
export type PrismaTypeMap<ModelName extends string> = {
  model: Record<ModelName, { operations: { findFirst: { args: { where?: Record<string, any> } } } }>
}

/**
 * Names the types of your client, because a generated client can be in any folder:
 * `declare module '@content-service/authz-casl/prisma' { interface Register { TypeMap: Prisma.TypeMap } }`.
 */
// eslint-disable-next-line @typescript-eslint/no-empty-object-type -- A program adds the member.
export interface Register {}

type RegisteredTypes = Register extends { TypeMap: infer M extends PrismaTypeMap<any> }
  ? M
  : PrismaTypeMap<string>

export type PrismaTypes<M extends PrismaTypeMap<string>> = {
  ModelName: Extract<keyof M['model'], string>
  WhereInput: {
    [K in keyof M['model']]: Extract<
      M['model'][K]['operations']['findFirst']['args']['where'],
      Record<string, any>
    >
  }
}

/** An object of a model, marked with the name of the model. */
export type Model<T, Name extends string> = T & ForcedSubject<Name>
/** The names of models, and their objects: `Subjects<{ User: User; Post: Post }>`. */
export type Subjects<T extends Partial<Record<string, Record<string, unknown>>>> =
  keyof T | { [K in keyof T]: Model<T[K], K & string> }[keyof T]

export type ExtractModelName<T, ModelName extends PropertyKey> = T extends { kind: ModelName }
  ? T['kind']
  : T extends ForcedSubject<ModelName>
    ? T['__caslSubjectType__']
    : T extends { __typename: ModelName }
      ? T['__typename']
      : ModelName

export type PrismaModel = Model<Record<string, any>, string>

interface WhereOfModel<M extends PrismaTypeMap<string>> extends ConditionsRule {
  readonly conditions: PrismaTypes<M>['WhereInput'][ExtractModelName<
    this['subject'],
    PrismaTypes<M>['ModelName']
  >]
}

export declare const ɵprismaTypes: unique symbol
export type BasePrismaQuery = {
  [ɵprismaTypes]?: PrismaTypes<PrismaTypeMap<string>>
}
export type InferPrismaTypes<T extends BasePrismaQuery> = Exclude<T[typeof ɵprismaTypes], undefined>

/** Conditions on a model of a client with the types M. */
export type PrismaQueryFactory<
  M extends PrismaTypeMap<string>,
  T = PrismaModel,
> = PrismaTypes<M>['WhereInput'][ExtractModelName<T, PrismaTypes<M>['ModelName']>] &
  ForSubjects<WhereOfModel<M>> & { [ɵprismaTypes]?: PrismaTypes<M> }
export type PrismaQueryOf<
  M extends PrismaTypeMap<string>,
  T extends PrismaModel = PrismaModel,
> = PrismaQueryFactory<M, T>
export type WhereInputOf<
  M extends PrismaTypeMap<string>,
  ModelName extends PrismaTypes<M>['ModelName'],
> = PrismaTypes<M>['WhereInput'][ModelName]

/** The same for the registered client. */
export type PrismaQuery<T extends PrismaModel = PrismaModel> = PrismaQueryFactory<RegisteredTypes, T>
export type WhereInput<ModelName extends PrismaTypes<RegisteredTypes>['ModelName']> = WhereInputOf<
  RegisteredTypes,
  ModelName
>
