// Pages beside the games and their tables. They are fetched when somebody goes there: a table is there sooner without them.

export { coursePage } from "./learn/course";
export { examPage } from "./learn/exam";
export { learnPage } from "./learn/learn";
export { lessonsPage } from "./learn/lessons";
export { aidPage, rulesPage } from "./learn/rulespage";
export { accountPage } from "./pages/account";
export { adminPage } from "./pages/adminpage";
export { dailyPage, ladderPage } from "./pages/club";
export { offlinePage } from "./pages/offline";
export { replayPage } from "./pages/replay";
export { tournamentPage, tournamentsPage } from "./pages/tournaments";
