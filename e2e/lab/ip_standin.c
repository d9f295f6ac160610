/*
 * `ip` on a lab host: becomes the real one, unless the command is about what needs an InfiniBand device. What has to be
 * known of such devices is the lab's process's to say (iblab/ip_answers.py); this program only carries words, for it runs
 * at every command and has to cost next to nothing.
 *
 * The kernel starts it for files of hosts with the first line
 *
 *     #!…/ip-standin DIRECTORY:HOST:NETNS:ALTERED
 *
 * ALTERED is the file that is there while the command of this host is falsified, or nothing.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static const char *directory, *host, *netns, *altered;

static void die(const char *format, ...) {
    va_list values;
    va_start(values, format);
    fputs("lab: ", stderr);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
    exit(99);
}

/* --- text that grows ---------------------------------------------------------------------------------------------- */

struct text {
    char *bytes;
    size_t size, room;
};

static void add(struct text *text, const char *bytes, size_t size) {
    if (text->size + size + 1 > text->room) {
        text->room = (text->size + size + 1) * 2;
        text->bytes = realloc(text->bytes, text->room);
        if (!text->bytes) die("out of memory");
    }
    memcpy(text->bytes + text->size, bytes, size);
    text->size += size;
    text->bytes[text->size] = 0;
}

static void add_plain(struct text *text, const char *word) {
    add(text, word, strlen(word));
}

/* As a string of JSON. */
static void add_quoted(struct text *text, const char *bytes, size_t size) {
    char escaped[8];
    add_plain(text, "\"");
    for (size_t i = 0; i < size; i++) {
        unsigned char c = (unsigned char) bytes[i];
        if (c == '"' || c == '\\' || c < 0x20) {
            snprintf(escaped, sizeof escaped, "\\u%04x", c);
            add_plain(text, escaped);
        } else {
            add(text, bytes + i, 1);
        }
    }
    add_plain(text, "\"");
}

static void add_all_of(struct text *text, int from) {
    char buffer[1 << 16];
    for (;;) {
        ssize_t got = read(from, buffer, sizeof buffer);
        if (got > 0) add(text, buffer, (size_t) got);
        else if (got == 0) return;
        else if (errno != EINTR) die("reading: %s", strerror(errno));
    }
}

/* --- the real program --------------------------------------------------------------------------------------------- */

/* Where a stand-in lies in the place of the real program, its starter says where that one is. */
static const char *real(void) {
    static char path[4096];
    const char *places[] = {getenv("IBLAB_REAL"), "/usr/sbin", "/usr/bin", "/sbin", "/bin"};
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        if (!places[i]) continue;
        snprintf(path, sizeof path, "%s/ip", places[i]);
        if (access(path, X_OK) == 0) return path;
    }
    die("ip: not installed");
    return NULL;
}

static void become(char **words) {
    words[0] = (char *) real();
    execv(words[0], words);
    die("%s: %s", words[0], strerror(errno));
}

/* Its exit status; what it prints goes to `out`, or where ours goes. */
static int run(char **words, struct text *out) {
    int ends[2] = {-1, -1}, status;
    pid_t child;
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    if (out) {
        if (pipe2(ends, O_CLOEXEC)) die("pipe: %s", strerror(errno));
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    }
    words[0] = (char *) real();
    int error = posix_spawn(&child, words[0], &actions, NULL, words, environ);
    if (error) die("%s: %s", words[0], strerror(error));
    if (out) {
        close(ends[1]);
        add_all_of(out, ends[0]);
        close(ends[0]);
    }
    while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

/* --- the lab's process -------------------------------------------------------------------------------------------- */

static void begin(struct text *request, const char *what, char **words) {
    add_plain(request, "{\"do\":\"");
    add_plain(request, what);
    add_plain(request, "\",\"host\":");
    add_quoted(request, host, strlen(host));
    if (!words) return;
    add_plain(request, ",\"words\":[");
    for (char **word = words + 1; *word; word++) {
        if (word != words + 1) add_plain(request, ",");
        add_quoted(request, *word, strlen(*word));
    }
    add_plain(request, "]");
}

static void ask(struct text *request, struct text *answer) {
    struct sockaddr_un place = {.sun_family = AF_UNIX};
    int s = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    add_plain(request, "}\n");
    snprintf(place.sun_path, sizeof place.sun_path, "%s/run/control", directory);
    if (s < 0 || connect(s, (struct sockaddr *) &place, sizeof place))
        die("the lab's process does not answer on %s: %s", place.sun_path, strerror(errno));
    for (size_t done = 0; done < request->size;) {
        ssize_t sent = send(s, request->bytes + done, request->size - done, MSG_NOSIGNAL);
        if (sent < 0 && errno != EINTR) die("asking the lab's process: %s", strerror(errno));
        if (sent > 0) done += (size_t) sent;
    }
    add_all_of(answer, s);
    close(s);
    if (answer->size == 0 || answer->bytes[0] == '{') die("%s", answer->size ? answer->bytes : "no answer");
}

/* The answer is a list of words, each with a zero byte behind it; returns them with NULL at the end. */
static char **words_of(struct text *answer) {
    size_t count = 0, at = 0;
    for (size_t i = 0; i < answer->size; i++) count += answer->bytes[i] == 0;
    char **words = calloc(count + 1, sizeof *words);
    for (size_t i = 0; i < count; i++) {
        words[i] = answer->bytes + at;
        at += strlen(words[i]) + 1;
    }
    return words;
}

/* --- the command -------------------------------------------------------------------------------------------------- */

static int begins(const char *whole, const char *word) {
    return *word && strncmp(whole, word, strlen(word)) == 0;
}

static int is_option(const char *word, const char *whole, size_t shortest) {
    return strlen(word) >= shortest && begins(whole, word);
}

/* Where the words after the options of `ip` itself begin; NULL when it is to work elsewhere. */
static char **after_options(char **words, int *json) {
    char **word = words + 1;
    for (; *word && **word == '-'; word++) {
        const char *name = *word + strspn(*word, "-");
        if (is_option(name, "netns", 1) || is_option(name, "batch", 1)) return NULL;
        if (is_option(name, "json", 1)) *json = 1;
        int takes_one = is_option(name, "family", 1) || is_option(name, "loops", 1) || !strcmp(name, "rc");
        if (takes_one && word[1]) word++;
    }
    return word;
}

static int is_about_ipoib(char **rest) {
    for (char **word = rest; word[0] && word[1]; word++)
        if (!strcmp(word[0], "type") && !strcmp(word[1], "ipoib")) return 1;
    return 0;
}

static int is_show(const char *verb) {
    return !verb || begins("show", verb) || begins("list", verb) || begins("lst", verb);
}

/* The real one knows no device of this type, so it is asked for all. */
static void ask_for_all_types(char **rest) {
    for (char **word = rest; word[0] && word[1]; word++) {
        if (strcmp(word[0], "type") || strcmp(word[1], "ipoib")) continue;
        do word[0] = word[2];
        while (*word++);
        return;
    }
}

static int show(char **words, char **rest) {
    struct text request = {0}, out = {0}, answer = {0};
    begin(&request, "ip_show", words);
    ask_for_all_types(rest);
    int status = run(words, &out);
    if (status == 0 && out.size > 1) {
        add_plain(&request, ",\"out\":");
        add_quoted(&request, out.bytes, out.size);
        ask(&request, &answer);
        out = answer;
    }
    if (out.size) fwrite(out.bytes, 1, out.size, stdout);
    return status;
}

static int change(char **words) {
    struct text request = {0}, answer = {0}, after = {0}, nothing = {0};
    begin(&request, "ip_change", words);
    ask(&request, &answer);
    char **said = words_of(&answer);
    if (!strcmp(said[0], "end")) {
        if (*said[2]) fprintf(stderr, "%s\n", said[2]);
        return atoi(said[1]);
    }
    if (!strcmp(said[0], "real")) become(said);
    int status = run(said, NULL);
    begin(&after, "ip_changed", NULL);
    ask(&after, &nothing);
    return status;
}

static void enter_host(void) {
    char path[256];
    struct stat there, here;
    snprintf(path, sizeof path, "/run/netns/%s", netns);
    if (stat(path, &there) || stat("/proc/self/ns/net", &here)) die("%s: %s", path, strerror(errno));
    if (there.st_ino == here.st_ino && there.st_dev == here.st_dev) return;
    int fd = open(path, O_RDONLY | O_CLOEXEC);
    if (fd < 0 || setns(fd, CLONE_NEWNET)) die("%s: %s", path, strerror(errno));
    close(fd);
}

static void become_altered(char **words, int count) {
    const char *before[] = {"/usr/bin/python3", "-BIS", NULL, "alter", directory, host, "ip"};
    size_t known = sizeof before / sizeof *before;
    char **all = calloc(known + (size_t) count + 1, sizeof *all);
    static char script[4096];
    snprintf(script, sizeof script, "%s/run/standin", directory);
    before[2] = script;
    memcpy(all, before, sizeof before);
    memcpy(all + known, words + 1, (size_t) count * sizeof *all);
    execv(all[0], all);
    die("%s: %s", all[0], strerror(errno));
}

int main(int count, char **arguments) {
    if (count < 3) die("started by hand; it wants DIRECTORY:HOST:NETNS:ALTERED and the name of a file first");
    directory = strtok(arguments[1], ":");
    host = strtok(NULL, ":");
    netns = strtok(NULL, ":");
    altered = strtok(NULL, ":");
    char **words = arguments + 2;
    if (altered && access(altered, F_OK) == 0) become_altered(words, count - 3);
    enter_host();
    int json = 0;
    char **rest = after_options(words, &json);
    if (!rest || !*rest) become(words);
    const char *verb = rest[1];
    int link = begins("link", *rest);
    int other = begins("address", *rest) || begins("neighbour", *rest) || begins("neighbor", *rest);
    if (link && verb && begins("add", verb) && is_about_ipoib(rest)) return change(words);
    if (link && verb && (begins("set", verb) || begins("delete", verb))) return change(words);
    if ((link || other) && is_show(verb) && json) return show(words, rest);
    become(words);
}
