/* Movement ranges, traces and ways, compiled. paths.py holds the reference: same answers, same order. */

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#include <limits.h>
#include <stdint.h>
#include <string.h>

#define SIDES 6
#define NONE (-1)
#define MOST_BUDGET 65535
#define TOO_MUCH (MOST_BUDGET + 1)
#define MOST_HEXES (INT_MAX / 64)
#define READY_NUMBERS 10001

/* -1 and the hexes of the largest map as Python numbers: making them anew took most of a call's time. */
static PyObject *ready_numbers[READY_NUMBERS];

typedef struct {
    const int32_t *neighbours;
    int size;
} Map;

static int
check_length(const char *name, const Py_buffer *view, Py_ssize_t itemsize, Py_ssize_t length)
{
    if (view->len == length * itemsize) {
        return 0;
    }
    PyErr_Format(PyExc_ValueError, "%s has %zd entries, %zd were expected", name, view->len / itemsize, length);
    return -1;
}

static int
check_map(Map *map, const Py_buffer *neighbours, int start)
{
    Py_ssize_t size = neighbours->len / (SIDES * (Py_ssize_t)sizeof(int32_t));

    if (neighbours->itemsize != sizeof(int32_t) || neighbours->len % (SIDES * sizeof(int32_t)) != 0
        || size > MOST_HEXES) {
        PyErr_SetString(PyExc_ValueError, "neighbours must be an array('i') with six entries for each hex");
        return -1;
    }
    if (start < 0 || start >= size) {
        PyErr_Format(PyExc_ValueError, "start is hex %d on a map of %zd hexes", start, size);
        return -1;
    }
    map->neighbours = neighbours->buf;
    map->size = (int)size;
    return 0;
}

static int
no_such_hex(const Map *map, int32_t n)
{
    PyErr_Format(PyExc_ValueError, "neighbours names hex %d on a map of %d hexes", (int)n, map->size);
    return -1;
}

static int
make_numbers(void)
{
    for (int i = 0; i < READY_NUMBERS; i++) {
        if (ready_numbers[i] == NULL && (ready_numbers[i] = PyLong_FromLong(i - 1)) == NULL) {
            return -1;
        }
    }
    return 0;
}

static inline PyObject *
number(int32_t value)
{
    if (value >= -1 && value < READY_NUMBERS - 1) {
        return Py_NewRef(ready_numbers[value + 1]);
    }
    return PyLong_FromLong(value);
}

static PyObject *
list_of(const int32_t *values, int count)
{
    PyObject *list = PyList_New(count);

    if (list == NULL) {
        return NULL;
    }
    for (int i = 0; i < count; i++) {
        PyObject *value = number(values[i]);
        if (value == NULL) {
            Py_DECREF(list);
            return NULL;
        }
        PyList_SET_ITEM(list, i, value);
    }
    return list;
}

static void
release(Py_buffer *views, int count)
{
    for (int i = 0; i < count; i++) {
        PyBuffer_Release(&views[i]);
    }
}

typedef struct {
    const uint16_t *costs;
    const uint8_t *blocked;
    const uint8_t *zones;
    const uint8_t *cross_closed; /* NULL: none */
    int stop;
    int budget;
    int surcharge[2][2]; /* [from a zone][into a zone]; TOO_MUCH is closed */
} Rules;

/* A bucket for each cost, first in, first out; entries that were bettered later stay and are skipped. */
typedef struct {
    int32_t *head;
    int32_t *tail;
    int32_t *entry_hex;
    int32_t *entry_next;
    int entries;
} Buckets;

typedef struct {
    int32_t *block;
    int32_t *best;
    int32_t *parent;
    int32_t *hexes;
    int32_t *spent;
    int32_t *came;
    int count;
    Buckets buckets;
} Search;

static int
search_begin(Search *search, int size, int budget, const uint8_t *blocked)
{
    size_t hexes = (size_t)size;
    size_t costs = (size_t)budget + 1;
    size_t entries = (SIDES + 1) * hexes; /* every step once, and every hex as a start */
    int32_t *next = PyMem_Malloc((5 * hexes + 2 * costs + 2 * entries) * sizeof(int32_t));

    if (next == NULL) {
        PyErr_NoMemory();
        return -1;
    }
    search->block = next;
    search->best = next;
    search->parent = next += hexes;
    search->hexes = next += hexes;
    search->spent = next += hexes;
    search->came = next += hexes;
    search->buckets.head = next += hexes;
    search->buckets.tail = next += costs;
    search->buckets.entry_hex = next += costs;
    search->buckets.entry_next = next + entries;
    search->buckets.entries = 0;
    search->count = 0;
    /* Nothing betters a cost of 0, and only what is within the budget betters budget + 1. */
    for (size_t h = 0; h < hexes; h++) {
        search->best[h] = blocked != NULL && blocked[h] ? 0 : budget + 1;
    }
    for (size_t cost = 0; cost < costs; cost++) {
        search->buckets.head[cost] = NONE;
    }
    return 0;
}

static inline void
push(Buckets *buckets, int cost, int hex)
{
    int entry = buckets->entries++;

    buckets->entry_hex[entry] = hex;
    buckets->entry_next[entry] = NONE;
    if (buckets->head[cost] == NONE) {
        buckets->head[cost] = entry;
    }
    else {
        buckets->entry_next[buckets->tail[cost]] = entry;
    }
    buckets->tail[cost] = entry;
}

static inline int
step_out(const Map *map, const Rules *rules, Search *search, int hex, int so_far, int position)
{
    int from_zone = rules->zones[hex] != 0;

    for (int step = hex * SIDES; step < hex * SIDES + SIDES; step++) {
        int cost = rules->costs[step];
        int32_t n = map->neighbours[step];
        if (cost == 0 || n < 0) {
            continue;
        }
        if (n >= map->size) {
            return no_such_hex(map, n);
        }
        int into_zone = rules->zones[n] != 0;
        int total = so_far + cost + rules->surcharge[from_zone][into_zone];
        if (total >= search->best[n]) {
            continue;
        }
        if (from_zone && into_zone && rules->cross_closed != NULL && rules->cross_closed[step]) {
            continue;
        }
        search->best[n] = total;
        search->parent[n] = position;
        push(&search->buckets, total, n);
    }
    return 0;
}

static int
search_range(const Map *map, const Rules *rules, Search *search, int start)
{
    search->best[start] = 0;
    search->parent[start] = NONE;
    push(&search->buckets, 0, start);
    for (int so_far = 0; so_far <= rules->budget; so_far++) {
        int entry = search->buckets.head[so_far];
        for (; entry != NONE; entry = search->buckets.entry_next[entry]) {
            int hex = search->buckets.entry_hex[entry];
            if (search->best[hex] < so_far) {
                continue;
            }
            int position = search->count++;
            search->hexes[position] = hex;
            search->spent[position] = so_far;
            search->came[position] = search->parent[hex];
            if (rules->stop && rules->zones[hex] && hex != start) {
                continue;
            }
            if (step_out(map, rules, search, hex, so_far, position) < 0) {
                return -1;
            }
        }
    }
    return 0;
}

static PyObject *
range_lists(const Search *search)
{
    PyObject *hexes = list_of(search->hexes, search->count);
    PyObject *spent = hexes ? list_of(search->spent, search->count) : NULL;
    PyObject *came = spent ? list_of(search->came, search->count) : NULL;
    PyObject *lists = came ? PyTuple_Pack(3, hexes, spent, came) : NULL;

    Py_XDECREF(hexes);
    Py_XDECREF(spent);
    Py_XDECREF(came);
    return lists;
}

static int
check_rules(const Py_buffer *views, int size, int budget)
{
    Py_ssize_t steps = (Py_ssize_t)size * SIDES;

    if (views[1].itemsize != sizeof(uint16_t)) {
        PyErr_SetString(PyExc_ValueError, "costs must be an array('H') with six entries for each hex");
        return -1;
    }
    if (check_length("costs", &views[1], sizeof(uint16_t), steps) < 0
        || check_length("blocked", &views[2], 1, size) < 0 || check_length("zones", &views[3], 1, size) < 0) {
        return -1;
    }
    if (views[4].len > 0 && check_length("cross_closed", &views[4], 1, steps) < 0) {
        return -1;
    }
    if (budget > MOST_BUDGET) {
        PyErr_Format(PyExc_ValueError, "budget is %d, at most %d half points was expected", budget, MOST_BUDGET);
        return -1;
    }
    return 0;
}

static int
surcharge(int value)
{
    return value < 0 || value > MOST_BUDGET ? TOO_MUCH : value;
}

static PyObject *
kernel_reach(PyObject *Py_UNUSED(module), PyObject *args, PyObject *keywords)
{
    static char *names[] = {"neighbours", "costs", "start", "budget", "blocked", "zones",
                            "cross_closed", "stop", "enter", "cross", "leave", NULL};
    Py_buffer views[5] = {{0}}; /* neighbours, costs, blocked, zones, cross_closed */
    int start, budget, stop, enter, cross, leave;
    PyObject *lists = NULL;
    Search search;
    Map map;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*y*iiy*y*y*piii:reach", names, &views[0], &views[1],
                                     &start, &budget, &views[2], &views[3], &views[4], &stop, &enter, &cross,
                                     &leave)) {
        return NULL;
    }
    if (check_map(&map, &views[0], start) < 0 || check_rules(views, map.size, budget) < 0) {
        goto done;
    }
    Rules rules = {
        .costs = views[1].buf,
        .blocked = views[2].buf,
        .zones = views[3].buf,
        .cross_closed = views[4].len > 0 ? views[4].buf : NULL,
        .stop = stop,
        .budget = budget > 0 ? budget : 0,
        .surcharge = {{0, surcharge(enter)}, {surcharge(leave), surcharge(cross)}},
    };
    if (search_begin(&search, map.size, rules.budget, rules.blocked) < 0) {
        goto done;
    }
    if (search_range(&map, &rules, &search, start) == 0) {
        lists = range_lists(&search);
    }
    PyMem_Free(search.block);
done:
    release(views, 5);
    return lists;
}

typedef struct {
    const uint8_t *edges;
    const uint8_t *closed;
    const uint8_t *goals;
    int limit;
} Errand;

/* The goal reached first, NONE if there is none, -2 with an exception set if the map is broken. */
static int
search_way(const Map *map, const Errand *errand, int start, int32_t *parent, int32_t *queue)
{
    int first = 0, end = 1;

    memset(parent, 0xff, (size_t)map->size * sizeof(int32_t));
    parent[start] = start;
    queue[0] = start;
    for (int steps = 0; first < end && steps != errand->limit; steps++) {
        for (int level_end = end; first < level_end; first++) {
            int hex = queue[first];
            for (int step = hex * SIDES; step < hex * SIDES + SIDES; step++) {
                int32_t n = map->neighbours[step];
                if (!errand->edges[step] || n < 0) {
                    continue;
                }
                if (n >= map->size) {
                    return no_such_hex(map, n) - 1;
                }
                if (errand->closed[n] || parent[n] != NONE) {
                    continue;
                }
                parent[n] = hex;
                if (errand->goals[n]) {
                    return n;
                }
                queue[end++] = n;
            }
        }
    }
    return NONE;
}

static PyObject *
way_back(const int32_t *parent, int32_t *way, int size, int goal)
{
    int first = size - 1;

    way[first] = goal;
    while (parent[way[first]] != way[first]) {
        way[first - 1] = parent[way[first]];
        first--;
    }
    return list_of(way + first, size - first);
}

static PyObject *
find_way(const Map *map, const Errand *errand, int start)
{
    size_t hexes = (size_t)map->size;
    PyObject *way = NULL;

    if (errand->goals[start]) {
        return list_of(&start, 1);
    }
    int32_t *parent = PyMem_Malloc(2 * hexes * sizeof(int32_t));
    if (parent == NULL) {
        return PyErr_NoMemory();
    }
    int goal = search_way(map, errand, start, parent, parent + hexes);
    if (goal >= 0) {
        way = way_back(parent, parent + hexes, map->size, goal);
    }
    else if (goal == NONE) {
        way = PyList_New(0);
    }
    PyMem_Free(parent);
    return way;
}

static PyObject *
kernel_trace(PyObject *Py_UNUSED(module), PyObject *args, PyObject *keywords)
{
    static char *names[] = {"neighbours", "edges", "closed", "start", "goals", "limit", NULL};
    Py_buffer views[4] = {{0}}; /* neighbours, edges, closed, goals */
    int start, limit;
    PyObject *way = NULL;
    Map map;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*y*y*iy*i:trace", names, &views[0], &views[1], &views[2],
                                     &start, &views[3], &limit)) {
        return NULL;
    }
    if (check_map(&map, &views[0], start) == 0
        && check_length("edges", &views[1], 1, (Py_ssize_t)map.size * SIDES) == 0
        && check_length("closed", &views[2], 1, map.size) == 0
        && check_length("goals", &views[3], 1, map.size) == 0) {
        Errand errand = {views[1].buf, views[2].buf, views[3].buf, limit};
        way = find_way(&map, &errand, start);
    }
    release(views, 4);
    return way;
}

/* Fill `reached` from its marked hexes outward over open edges into hexes that are not closed. */
static int
spread(const Map *map, const uint8_t *edges, const uint8_t *closed, int limit, uint8_t *reached, int32_t *queue)
{
    int head = 0, tail = 0, steps = 0;

    for (int h = 0; h < map->size; h++) {
        if (reached[h]) {
            queue[tail++] = h;
        }
    }
    while (head < tail && steps != limit) {
        int last = tail;
        steps++;
        for (; head < last; head++) {
            int first = queue[head] * SIDES;
            for (int step = first; step < first + SIDES; step++) {
                int32_t n = map->neighbours[step];
                if (n < 0 || !edges[step]) {
                    continue;
                }
                if (n >= map->size) {
                    return no_such_hex(map, n);
                }
                if (!closed[n] && !reached[n]) {
                    reached[n] = 1;
                    queue[tail++] = n;
                }
            }
        }
    }
    return 0;
}

static PyObject *
fill(const Map *map, const uint8_t *edges, const uint8_t *closed, const uint8_t *starts, int limit)
{
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, map->size);
    int32_t *queue = PyMem_Malloc((size_t)map->size * sizeof(int32_t));

    if (bytes == NULL || queue == NULL) {
        PyMem_Free(queue);
        Py_XDECREF(bytes);
        return PyErr_NoMemory();
    }
    uint8_t *reached = (uint8_t *)PyBytes_AS_STRING(bytes);
    for (int h = 0; h < map->size; h++) {
        reached[h] = starts[h] && !closed[h];
    }
    int fault = spread(map, edges, closed, limit, reached, queue);
    PyMem_Free(queue);
    if (fault < 0) {
        Py_DECREF(bytes);
        return NULL;
    }
    return bytes;
}

static PyObject *
kernel_flood(PyObject *Py_UNUSED(module), PyObject *args, PyObject *keywords)
{
    static char *names[] = {"neighbours", "edges", "closed", "starts", "limit", NULL};
    Py_buffer views[4] = {{0}}; /* neighbours, edges, closed, starts */
    int limit;
    PyObject *reached = NULL;
    Map map;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*y*y*y*i:flood", names, &views[0], &views[1], &views[2],
                                     &views[3], &limit)) {
        return NULL;
    }
    if (check_map(&map, &views[0], 0) == 0
        && check_length("edges", &views[1], 1, (Py_ssize_t)map.size * SIDES) == 0
        && check_length("closed", &views[2], 1, map.size) == 0
        && check_length("starts", &views[3], 1, map.size) == 0) {
        reached = fill(&map, views[1].buf, views[2].buf, views[3].buf, limit);
    }
    release(views, 4);
    return reached;
}

typedef struct {
    const uint16_t *costs;
    const uint16_t *charges;
    int limit;
    int back;
} Journey;

/* What the step between a hex and its neighbour costs in the direction of travel, 0 if it is closed. */
static inline int
price(const Journey *journey, int hex, int side, int32_t n)
{
    int step = journey->back ? n * SIDES + (side + SIDES / 2) % SIDES : hex * SIDES + side;
    int charge = journey->charges[journey->back ? hex : n];
    int cost = journey->costs[step];

    return cost == 0 || charge == MOST_BUDGET ? 0 : cost + charge;
}

static int
search_ways(const Map *map, const Journey *journey, Search *search)
{
    for (int so_far = 0; so_far <= journey->limit; so_far++) {
        int entry = search->buckets.head[so_far];
        for (; entry != NONE; entry = search->buckets.entry_next[entry]) {
            int hex = search->buckets.entry_hex[entry];
            if (search->best[hex] < so_far) {
                continue;
            }
            for (int side = 0; side < SIDES; side++) {
                int32_t n = map->neighbours[hex * SIDES + side];
                if (n < 0) {
                    continue;
                }
                if (n >= map->size) {
                    return no_such_hex(map, n);
                }
                int cost = price(journey, hex, side, n);
                if (cost == 0 || so_far + cost >= search->best[n]) {
                    continue;
                }
                search->best[n] = so_far + cost;
                search->parent[n] = hex;
                push(&search->buckets, so_far + cost, n);
            }
        }
    }
    return 0;
}

static int
set_out(const Map *map, Search *search, const Py_buffer *starts)
{
    const int32_t *hexes = starts->buf;
    Py_ssize_t count = starts->len / (Py_ssize_t)sizeof(int32_t);

    for (Py_ssize_t i = 0; i < count; i++) {
        if (hexes[i] < 0 || hexes[i] >= map->size) {
            PyErr_Format(PyExc_ValueError, "start is hex %d on a map of %d hexes", (int)hexes[i], map->size);
            return -1;
        }
        if (search->best[hexes[i]] != 0) {
            search->best[hexes[i]] = 0;
            push(&search->buckets, 0, hexes[i]);
        }
    }
    return 0;
}

static PyObject *
find_ways(const Map *map, const Journey *journey, const Py_buffer *starts)
{
    PyObject *ways = NULL;
    Search search;

    if (search_begin(&search, map->size, journey->limit, NULL) < 0) {
        return NULL;
    }
    memset(search.parent, 0xff, (size_t)map->size * sizeof(int32_t));
    if (set_out(map, &search, starts) == 0 && search_ways(map, journey, &search) == 0) {
        PyObject *spent = list_of(search.best, map->size);
        PyObject *before = spent ? list_of(search.parent, map->size) : NULL;
        ways = before ? PyTuple_Pack(2, spent, before) : NULL;
        Py_XDECREF(spent);
        Py_XDECREF(before);
    }
    PyMem_Free(search.block);
    return ways;
}

static int
check_journey(const Py_buffer *views, int size, int limit)
{
    if (views[1].itemsize != sizeof(uint16_t) || views[2].itemsize != sizeof(int32_t)
        || views[3].itemsize != sizeof(uint16_t)) {
        PyErr_SetString(PyExc_ValueError, "costs and charges must be array('H'), starts an array('i')");
        return -1;
    }
    if (check_length("costs", &views[1], sizeof(uint16_t), (Py_ssize_t)size * SIDES) < 0
        || check_length("charges", &views[3], sizeof(uint16_t), size) < 0) {
        return -1;
    }
    if (limit < 0 || limit >= MOST_BUDGET) {
        PyErr_Format(PyExc_ValueError, "limit is %d, 0 to %d half points was expected", limit, MOST_BUDGET - 1);
        return -1;
    }
    return 0;
}

static PyObject *
kernel_ways(PyObject *Py_UNUSED(module), PyObject *args, PyObject *keywords)
{
    static char *names[] = {"neighbours", "costs", "starts", "charges", "limit", "back", NULL};
    Py_buffer views[4] = {{0}}; /* neighbours, costs, starts, charges */
    int limit, back;
    PyObject *ways = NULL;
    Map map;

    if (!PyArg_ParseTupleAndKeywords(args, keywords, "y*y*y*y*ip:ways", names, &views[0], &views[1], &views[2],
                                     &views[3], &limit, &back)) {
        return NULL;
    }
    if (check_map(&map, &views[0], 0) == 0 && check_journey(views, map.size, limit) == 0) {
        Journey journey = {views[1].buf, views[3].buf, limit, back};
        ways = find_ways(&map, &journey, &views[2]);
    }
    release(views, 4);
    return ways;
}

static PyMethodDef methods[] = {
    {"reach", (PyCFunction)(void (*)(void))kernel_reach, METH_VARARGS | METH_KEYWORDS,
     "Every hex within the budget; see hexfolio.core.paths.plain_reach."},
    {"trace", (PyCFunction)(void (*)(void))kernel_trace, METH_VARARGS | METH_KEYWORDS,
     "The shortest way to a goal; see hexfolio.core.paths.plain_trace."},
    {"flood", (PyCFunction)(void (*)(void))kernel_flood, METH_VARARGS | METH_KEYWORDS,
     "Every hex that can be traced to; see hexfolio.core.paths.plain_flood."},
    {"ways", (PyCFunction)(void (*)(void))kernel_ways, METH_VARARGS | METH_KEYWORDS,
     "Ways from or to the nearest of several hexes; see hexfolio.core.paths.plain_ways."},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef module = {
    PyModuleDef_HEAD_INIT,
    .m_name = "hexfolio.core._kernel",
    .m_doc = "Movement ranges and traces, compiled.",
    .m_size = -1,
    .m_methods = methods,
};

PyMODINIT_FUNC
PyInit__kernel(void)
{
    return make_numbers() < 0 ? NULL : PyModule_Create(&module);
}
