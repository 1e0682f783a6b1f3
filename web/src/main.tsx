import "@fontsource/alegreya-sc/latin-500.css";
import "@fontsource/alegreya-sc/latin-700.css";
import "@fontsource/alegreya-sc/latin-ext-500.css";
import "@fontsource/barlow-condensed/latin-600.css";
import "@fontsource/barlow-condensed/latin-700.css";
import "@fontsource/source-sans-3/latin-400.css";
import "@fontsource/source-sans-3/latin-600.css";
import "@fontsource/source-sans-3/latin-700.css";
import "@fontsource/source-sans-3/latin-ext-400.css";
import "./styles.css";
import "./i18n";
import { createRoot } from "react-dom/client";
import { App } from "./ui/App";

createRoot(document.getElementById("root")!).render(<App />);
