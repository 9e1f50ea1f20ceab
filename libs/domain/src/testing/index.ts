export { memoryStores } from './memory/memory-stores.ts'
export { MemoryTable } from './memory/memory-table.ts'
export { MemoryTables, nextUuid, type MemoryWrite } from './memory/memory-tables.ts'
export {
  aComment,
  aContext,
  anArticle,
  aRecord,
  aUser,
  callerOf,
  computeCode,
  RIGHT_PASSWORD,
  toState,
  plainMailEncryption,
} from './builders.ts'
export { TEST_AUDIT_CONTEXT, NOON } from './test-audit-context.ts'
export { enabledSecondFactor } from './second-factors.ts'
export { createPolicyFile } from './policies.ts'
export { indexAll, indexWithWords } from './search-index.ts'
export { aDemo } from './demo.ts'
export { Essay, Member, Review, Tool, toolModel } from './tool-model.ts'
export { Booking, bookingModel, Hall } from './booking-model.ts'
export { siteModel, SiteSettings } from './site-model.ts'
export { addBookings, IN_ORDER } from './bookings.ts'
export { BlogPost, blogModel, News } from './blog-model.ts'
export { Room, Talk, talkModel } from './talk-model.ts'
export { Almanac, Pamphlet, pamphletModel } from './pamphlet-model.ts'
export { Album, Song, songModel, Tape } from './song-model.ts'
export { Board, Bulletin, Notice, noticeModel } from './notice-model.ts'
export { Gig, gigModel, Venue } from './gig-model.ts'
export { countedRecipeModel, Recipe, recipeModel, shorterRecipeModel } from './recipe-model.ts'
export { fairModel, nextFairModel } from './fair-model.ts'
export { Panel, panelModel, Subject } from './panel-model.ts'
export { Workshop } from './workshop.ts'
export { findLeftWords, leaveOutTypes, LEGAL_OMISSIONS } from './left-out-models.ts'
export { createListOracle, type OracleAnswer } from './lists/list-oracle.ts'
export type { ListData } from './lists/oracle-sight.ts'
export { drawOperand, drawOrders, drawWhere, type Draw, type FilterSource } from './lists/random-filters.ts'
