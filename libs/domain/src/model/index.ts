export { storesComputed, withComputed } from './computed/computed-values.ts'
export { deriveInitial, withDerived } from './types/derived-values.ts'
export { FailedComputation } from './computed/compute-value.ts'
export { listUnreachedStates } from './checks/check-operations.ts'
export type { Collection, Relation } from './collections.ts'
export { describeContent } from './describe-content.ts'
export { describeOrder, isMixed, parseOrderText } from './order-text.ts'
export {
  describeChangeRight,
  describeField,
  describeHidden,
  describeInitial,
  describeInput,
} from './fields/describe-field.ts'
export type { EventName } from './event-names.ts'
export {
  type Choice,
  type ChoiceField,
  type Computation,
  type Derivation,
  type Field,
  type FieldKind,
  type Json,
  type JsonField,
  isComposed,
  isComputedByReads,
  isJson,
  isHideable,
  isLink,
  isMany,
  isOwner,
  isSeveral,
  isChoice,
  isState,
  listWords,
  isSlug,
  isText,
  isTime,
  leadsToUser,
  type LinkField,
  type LinkTarget,
  type ManyField,
  nameOne,
  type SearchWeight,
  type StateField,
  type ValueSchema,
  type ValuesOf,
} from './fields/field.ts'
export { datePublication, endSchedule, findState, findWorkflow } from './states/record-state.ts'
export { createSchedule, SCHEDULED_BY, SCHEDULED_FOR } from './states/schedule.ts'
export { DELETED_AT, hidesTrash, isInTrash, type Trash } from './trash/trash.ts'
export { getPurgePermission } from './types/record-permissions.ts'
export { findType } from './types/find-type.ts'
export {
  canBeRefused,
  canRefuseBehind,
  canWait,
  listCascades,
  listChanging,
  listReached,
} from './links/cascades.ts'
export { HAS_REFUSING_LINKS, hasToBeFound, type IncomingLink, listIncoming } from './links/incoming-links.ts'
export { isKnown, type KnownValues, listKnownValues } from './fields/known-values.ts'
export { type ClearedLink, clearValues } from './links/cleared-links.ts'
export { type JoinedLink, listJoined, readLinkedIds } from './links/joined-links.ts'
export { JOINED, type ManyLink, nameJoins } from './links/many-links.ts'
export { GONE, hasLinks, type LinkedId, mapLinks, mapPartLinks } from './links/part-links.ts'
export { linkedTo, MOST_CHECKED, MOST_COUNTED, tooManyToCheck } from './links/linked-conflict.ts'
export { linkedByOtherVersion, refusedByOtherVersion } from './links/other-version.ts'
export { listOutgoing, type OutgoingLink } from './links/outgoing-links.ts'
export { listLateLinks, refuseOwnId } from './links/own-links.ts'
export { isBlocks, isGroup, isList } from './fields/part-fields.ts'
export { namePartMember } from './fields/member-rules.ts'
export type { FieldOf } from './fields/special-fields.ts'
export type {
  BlocksField,
  BlockTypes,
  GroupField,
  ListField,
  MemberChanges,
  MemberValues,
} from './fields/part-fields.ts'
export { type GroupMemberPath, listGroupMembers } from './fields/group-members.ts'
export { mergeChange } from './fields/merge-change.ts'
export {
  listPartMembers,
  listRenamedFields,
  listRenamedMembers,
  listRenamedPlaces,
  nameValue,
  type RenamedField,
} from './fields/renamed-fields.ts'
export type { EarlierNames, RenamedFrom } from './types/earlier-names.ts'
export {
  type BlockUnion,
  nameBlock,
  nameBlockType,
  nameGroup,
  namePartChange,
  namePartInput,
  type NamedOwner,
  type PartType,
} from './part-names.ts'
export { GUEST_NOTE } from './guests/guest-note.ts'
export { groupThousands } from './group-thousands.ts'
export {
  nameConnection,
  nameConnectionField,
  nameCountField,
  nameCreateInput,
  nameHit,
  nameKeyInput,
  nameUnique,
  nameUniqueField,
  nameListed,
  nameListWhere,
  nameOrderBy,
  nameOrderField,
  nameWhere,
  nameWord,
  nameNewBody,
  nameOperationBody,
  namePatchBody,
  listEnums,
  listParts,
  nameEnum,
  nameOperationEnums,
  type WordsEnum,
  nameTypeActions,
  nameTypeWord,
  nameUpdateInput,
  nameUpsert,
} from './interface-names.ts'
export type { OperationName } from './operation.ts'
export {
  createRevision,
  hasDifferentValues,
  type Keeping,
  measureValues,
  MOST_REVISION_BYTES,
  readRevisedValues,
  type RecordRevision,
} from './revisions/revision.ts'
export {
  getRevisionType,
  listRevisionTypes,
  nameRestoration,
  nameRevision,
  nameRevisionList,
  nameRevisionTitle,
  REVISIONS,
  type RevisionType,
} from './revisions/revision-type.ts'
export { isKeptType, type KeptType } from './kept/kept-type.ts'
export {
  DRAFT,
  getDraftType,
  listDraftMembers,
  listDraftTypes,
  nameDraft,
  nameDraftBody,
  nameDraftInput,
  nameDraftOperation,
  nameDraftRead,
  OWN_DRAFT,
  type DraftType,
} from './drafts/draft-type.ts'
export { refuseManyDrafts } from './drafts/draft-limit.ts'
export { digestValue, type Draft, type DraftKey } from './drafts/draft.ts'
export { listPartIds } from './drafts/draft-values.ts'
export type { DraftStore } from './drafts/draft-store.ts'
export { readKept } from './kept/kept-values.ts'
export { perModel } from './per-model.ts'
export type { RecordLink } from './types/record-attributes.ts'
export { type AnyRecord, initialAttributes, newRecord, withValues } from './types/record-changes.ts'
export { findSizeProblems } from './types/size-problems.ts'
export { findCheckProblems } from './types/check-problems.ts'
export { createStoredCheck } from './types/stored-problems.ts'
export type { Fields, RecordOperation } from './types/record-operation.ts'
export type {
  DueRecord,
  DueTrash,
  Edit,
  EditOfMany,
  Purged,
  ReadableFilter,
  RecordStore,
  RecordStores,
  Removal,
  RemovalStore,
  Liking,
} from './types/record-store.ts'
export type { NewOf, SeedOf } from './types/record-values.ts'
export { listSearchedTexts, readSearchedTexts, type SearchedText } from './fields/searched-texts.ts'
export { declareSearch, type SearchedType } from './searched-types.ts'
export { listPluralTypes, SINGLE_ID } from './types/single-type.ts'
export { listUniqueKeys, REF_KEY, refuseTaken, type UniqueKey } from './unique-keys.ts'
export { createTypedRule } from './fields/field-kinds.ts'
export {
  listOperationTypes,
  nameOperationInput,
  nameOperationInputBody,
  nameOperationPath,
  nameOperationResult,
} from './service-operations/operation-names.ts'
export { isSlugText, LONGEST_SLUG, SLUG_PATTERN } from './slugs/slug-text.ts'
export {
  findSlug,
  MOST_OLD_SLUGS,
  RECORD_SLUGS,
  SLUG_DERIVED,
  toSlugKey,
  type RecordSlug,
  type SlugAttribute,
} from './slugs/slugged.ts'
export {
  beginGivenSlug,
  beginSlug,
  withGivenSlug,
  findSlugWish,
  isSlugKnown,
  listCandidates,
  type SlugWish,
} from './slugs/slug-values.ts'
export { LIKES, listCounters, LIKED, nameStats, showsLiked, VIEWS } from './counters/counters.ts'
export { LARGEST_COUNT } from './fields/largest-count.ts'
export { findLikes } from './counters/liked-by.ts'
