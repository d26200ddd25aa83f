// Pages beside the games and their tables. They are fetched when somebody goes there: a table is there sooner without them.
export { accountPage } from "./account";
export { adminPage } from "./adminpage";
export { coursePage } from "./course";
export { learnPage } from "./learn";
export { lessonsPage } from "./lessons";
export { replayPage } from "./replay";
export { aidPage, rulesPage } from "./rulespage";
