import { mount } from "svelte";
import "../../theme/index.css";
import Harness from "./Harness.svelte";

const query = new URLSearchParams(location.search);
if (query.get("theme")) document.documentElement.dataset.theme = query.get("theme") ?? "light";
mount(Harness, { target: document.getElementById("app") as HTMLElement });
