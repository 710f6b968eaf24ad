import { mount } from "svelte";
import App from "./App.svelte";
import "./theme/index.css";
import { settings } from "./ui/settings.svelte";

settings.apply();

const target = document.getElementById("app");
if (!target) throw new Error("The page has no place for the client.");
mount(App, { target });
