export { BotModeChoice, readBotMode } from "./components/bot-mode-choice";
export { homeRoutes } from "./routes";
